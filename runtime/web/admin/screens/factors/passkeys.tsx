import { useState } from "preact/hooks";
import { addPasskey, passkeyObstacle } from "../../api/passkeys.ts";
import { request } from "../../api/request.ts";
import type { Factors, Passkey } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { PlainTable } from "../../parts/lists/plain-table.tsx";
import type { Column } from "../../parts/lists/table.tsx";
import { RelativeTime, Time } from "../../parts/time.tsx";

interface PasskeysProps {
  readonly factors: Factors;
  /** Called after a change. */
  readonly reload: () => void;
  /** Called with the codes that come with the first second factor. */
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The person's passkeys. */
export function Passkeys({ factors: { passkeys }, reload, onRecoveryCodes }: PasskeysProps) {
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const announce = useAnnounce();
  return (
    <>
      {passkeys.length === 0 ? (
        <p class="quiet">You have no passkeys.</p>
      ) : (
        <PlainTable
          caption="Passkeys"
          columns={[...COLUMNS, removeColumn(setRemoved)]}
          items={passkeys}
          keyOf={({ id }) => id}
        />
      )}
      <NewPasskey
        onAdded={(codes) => {
          reload();
          announce("The passkey is added.");
          if (codes !== null) onRecoveryCodes(codes);
        }}
      />
      {removed && (
        <ConfirmDialog
          title={
            <>
              Remove the passkey “<bdi>{removed.name}</bdi>”?
            </>
          }
          confirmLabel="Remove"
          isGrave
          work={async () => {
            await request(`/session/passkeys/${removed.id}`, { method: "DELETE" });
            announce("The passkey is removed.");
          }}
          onClose={() => setRemoved(null)}
          onDone={reload}
          reload={reload}
        >
          <p>
            It no longer signs anybody in, and your other sessions end. Delete it from the device or
            password manager too.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Passkey>[] = [
  { title: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
  { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Last use", cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
];

function removeColumn(remove: (passkey: Passkey) => void): Column<Passkey> {
  return {
    title: "Change",
    cell: (passkey) => (
      <button type="button" class="small secondary" onClick={() => remove(passkey)}>
        Remove<span class="unseen"> {passkey.name}</span>
      </button>
    ),
  };
}

const BLANK = { name: "" };

interface NewPasskeyProps {
  /** Called with the recovery codes, if there are new ones. */
  readonly onAdded: (codes: readonly string[] | null) => void;
}

export function NewPasskey({ onAdded }: NewPasskeyProps) {
  const form = useForm({
    initial: BLANK,
    findMistakes: ({ name }) => (name.trim() === "" ? { name: "Enter a name." } : {}),
  });
  const obstacle = passkeyObstacle();
  if (obstacle !== null) return <p class="hint">{obstacle}</p>;

  async function add(): Promise<void> {
    const codes = await addPasskey(form.values.name);
    form.reset(BLANK);
    onAdded(codes);
  }

  return (
    <Form state={form} onSubmit={add} submitLabel="Add a passkey" needsChange>
      <TextField
        form={form}
        name="name"
        label="Name of the passkey"
        hint="Where it is, such as “Laptop”."
        isRequired
      />
    </Form>
  );
}
