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

type Asked = "app" | "removal" | "codes";

/** Shows what the person signs in with besides a password. */
export function FactorsCard() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const announce = useAnnounce();
  const factors = useLoad(
    async (signal) =>
      (await request<{ factors: Factors }>("/session/factors", { signal })).body.factors,
    [],
  );
  const close = () => setAsked(null);

  function added(recoveryCodes: readonly string[] | null): void {
    close();
    setCodes(recoveryCodes);
    factors.reload();
    announce("The second factor is set up. Your other sessions have ended.");
  }

  async function replaceCodes(): Promise<void> {
    const { body } = await request<{ recoveryCodes: readonly string[] }>(
      "/session/recovery-codes",
      { method: "POST" },
    );
    setCodes(body.recoveryCodes);
  }

  return (
    <>
      <Card
        title="Second factor"
        about="Asked for after your password, so that the password alone lets nobody in."
      >
        <Loaded from={factors}>
          {(value) => (
            <>
              <Facts rows={rowsOf(value)} />
              <div class="actions">
                {value.totp ? (
                  <button type="button" class="secondary" onClick={() => setAsked("removal")}>
                    Remove the authenticator app
                  </button>
                ) : (
                  <button type="button" onClick={() => setAsked("app")}>
                    Set up an authenticator app
                  </button>
                )}
                {hasFactor(value) && (
                  <button type="button" class="secondary" onClick={() => setAsked("codes")}>
                    New recovery codes
                  </button>
                )}
              </div>
            </>
          )}
        </Loaded>
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
      {asked === "app" && (
        <Dialog title="Set up an authenticator app" onClose={close}>
          <TotpSetUp onDone={added} onCancel={close} />
        </Dialog>
      )}
      {asked === "removal" && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove"
          isGrave
          work={async () => {
            await request("/session/totp", { method: "DELETE" });
            announce("The authenticator app is removed.");
          }}
          onClose={close}
          onDone={factors.reload}
        >
          <p>Its codes are no longer asked for, and no longer accepted.</p>
        </ConfirmDialog>
      )}
      {asked === "codes" && (
        <ConfirmDialog
          title="Make new recovery codes?"
          confirmLabel="Make new ones"
          work={replaceCodes}
          onClose={close}
          onDone={factors.reload}
        >
          <p>The ones that you have now stop working.</p>
        </ConfirmDialog>
      )}
      {codes && (
        <Dialog title="Your recovery codes">
          <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />
        </Dialog>
      )}
    </>
  );
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
