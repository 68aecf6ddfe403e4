import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Factors } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog, Dialog } from "../../parts/dialog.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card, Facts } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import { Passkeys } from "./passkeys.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";
import "./factors.css";

/** The dialog that is open. */
type DialogName = "app" | "removal" | "codes";

/** Shows what the person signs in with besides a password. */
export function FactorsCard() {
  const [dialog, open] = useState<DialogName | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const factors = useLoad(
    async (signal) =>
      (await request<{ factors: Factors }>("/session/factors", { signal })).body.factors,
    [],
  );
  return (
    <>
      <Card
        title="Second factor"
        about="Asked for after your password, so that the password alone lets nobody in."
      >
        <Loaded from={factors}>{(value) => <SecondFactor factors={value} open={open} />}</Loaded>
      </Card>
      <Card
        title="Passkeys"
        about="A passkey signs you in by the lock of a device: a fingerprint, a face or a PIN. It needs no password."
      >
        <Loaded from={factors}>
          {(value) => (
            <Passkeys factors={value} reload={factors.reload} onRecoveryCodes={setCodes} />
          )}
        </Loaded>
      </Card>
      <FactorDialog
        name={dialog}
        reload={factors.reload}
        onCodes={setCodes}
        onClose={() => open(null)}
      />
      {codes && (
        <Dialog title="Your recovery codes">
          <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />
        </Dialog>
      )}
    </>
  );
}

interface SecondFactorProps {
  readonly factors: Factors;
  readonly open: (name: DialogName) => void;
}

function SecondFactor({ factors, open }: SecondFactorProps) {
  return (
    <>
      <Facts rows={rowsOf(factors)} />
      <div class="actions">
        {factors.totp ? (
          <button type="button" class="secondary" onClick={() => open("removal")}>
            Remove the authenticator app
          </button>
        ) : (
          <button type="button" onClick={() => open("app")}>
            Set up an authenticator app
          </button>
        )}
        {hasFactor(factors) && (
          <button type="button" class="secondary" onClick={() => open("codes")}>
            New recovery codes
          </button>
        )}
      </div>
    </>
  );
}

interface FactorDialogProps {
  readonly name: DialogName | null;
  readonly reload: () => void;
  /** Called with the recovery codes to show, if there are new ones. */
  readonly onCodes: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

function FactorDialog({ name, reload, onCodes, onClose }: FactorDialogProps) {
  const announce = useAnnounce();

  function finishSetUp(recoveryCodes: readonly string[] | null): void {
    onClose();
    onCodes(recoveryCodes);
    reload();
    announce("The second factor is set up. Your other sessions have ended.");
  }

  async function removeApp(): Promise<void> {
    await request("/session/totp", { method: "DELETE" });
    announce("The authenticator app is removed.");
  }

  async function replaceCodes(): Promise<void> {
    const { body } = await request<{ recoveryCodes: readonly string[] }>(
      "/session/recovery-codes",
      { method: "POST" },
    );
    onCodes(body.recoveryCodes);
  }

  switch (name) {
    case null:
      return null;
    case "app":
      return (
        <Dialog title="Set up an authenticator app" onClose={onClose}>
          <TotpSetUp onDone={finishSetUp} onCancel={onClose} />
        </Dialog>
      );
    case "removal":
      return (
        <ConfirmDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove"
          isGrave
          work={removeApp}
          onClose={onClose}
          onDone={reload}
        >
          <p>Its codes are no longer asked for, and no longer accepted.</p>
        </ConfirmDialog>
      );
    case "codes":
      return (
        <ConfirmDialog
          title="Make new recovery codes?"
          confirmLabel="Make new ones"
          work={replaceCodes}
          onClose={onClose}
          onDone={reload}
        >
          <p>The ones that you have now stop working.</p>
        </ConfirmDialog>
      );
  }
}

function hasFactor({ totp, passkeys }: Factors): boolean {
  return totp !== null || passkeys.length > 0;
}

function rowsOf(factors: Factors): Parameters<typeof Facts>[0]["rows"] {
  const { totp, recoveryCodes } = factors;
  return [
    [
      "Authenticator app",
      totp ? (
        <>
          Since <Time at={totp.createdAt} />
        </>
      ) : (
        "None"
      ),
    ],
    ...(hasFactor(factors) ? ([["Recovery codes", `${recoveryCodes} left`]] as const) : []),
  ];
}
