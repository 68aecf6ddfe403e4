import { useState } from "preact/hooks";
import { request } from "../api/request.ts";
import type { AdminToken } from "../api/types.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { CheckList } from "../parts/check-list.tsx";
import { ConfirmDialog } from "../parts/dialog.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Form, useForm } from "../parts/form.tsx";
import { PlainTable } from "../parts/lists/plain-table.tsx";
import type { Column } from "../parts/lists/table.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { useReveal } from "../parts/reveal.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import { type Permission, useSession } from "../session.tsx";
import { permissionChoices } from "./team/permission-choices.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a token can end, in days; empty for never. */
const ENDS = [
  { value: "30", text: "In 30 days" },
  { value: "90", text: "In 90 days" },
  { value: "365", text: "In a year" },
  { value: "", text: "Never" },
];

interface TokenEntries {
  readonly name: string;
  readonly days: string;
  readonly permissions: readonly Permission[];
}

interface TokensCardProps {
  /** The address of the person. */
  readonly email: string;
}

/** The person's own tokens for scripts. */
export function TokensCard({ email }: TokensCardProps) {
  const [revoked, setRevoked] = useState<AdminToken | null>(null);
  const announce = useAnnounce();
  const tokens = useLoad(
    async (signal) => (await request<{ items: AdminToken[] }>("/tokens", { signal })).body.items,
    [],
  );
  return (
    <Card title="Tokens for scripts" about="A token acts for you, with at most your permissions.">
      <Loaded from={tokens}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">You have no tokens.</p>
          ) : (
            <PlainTable
              caption="Tokens"
              columns={[...COLUMNS, revokeColumn(setRevoked)]}
              items={items}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      <NewToken onCreated={tokens.reload} />
      <p>On the command line, where docgate runs, a token without limits is made:</p>
      <pre>
        <code>docgate admin token --email {shellWord(email)}</code>
      </pre>
      {revoked && (
        <ConfirmDialog
          title={
            <>
              Revoke the token “<bdi>{revoked.name}</bdi>”?
            </>
          }
          confirmLabel="Revoke"
          isGrave
          work={async () => {
            await request(`/tokens/${revoked.id}`, { method: "DELETE" });
            announce("The token is revoked.");
          }}
          onClose={() => setRevoked(null)}
          onDone={tokens.reload}
          reload={tokens.reload}
        >
          <p>Scripts that use it, or a token that was made with it, are refused at once.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Addresses may contain characters that have a meaning in a shell. */
function shellWord(text: string): string {
  return /^[\p{L}\p{N}_@.+-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const COLUMNS: readonly Column<AdminToken>[] = [
  { title: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
  { title: "Permissions", cell: ({ permissions }) => permissions?.join(", ") ?? "Yours" },
  { title: "Last use", cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
  { title: "Ends", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

function revokeColumn(revoke: (token: AdminToken) => void): Column<AdminToken> {
  return {
    title: "Change",
    cell: (token) => (
      <button type="button" class="small secondary" onClick={() => revoke(token)}>
        Revoke<span class="unseen"> {token.name}</span>
      </button>
    ),
  };
}

const BLANK: TokenEntries = { name: "", days: "90", permissions: [] };

function NewToken({ onCreated }: { readonly onCreated: () => void }) {
  const { permissions: own } = useSession().admin;
  const reveal = useReveal();
  const form = useForm<TokenEntries>({
    initial: BLANK,
    findMistakes: ({ name, permissions }) => ({
      ...(name.trim() === "" && { name: "Enter a name." }),
      ...(permissions.length === 0 && { permissions: "Choose at least one permission." }),
    }),
    isGuarded: true,
  });

  async function create(): Promise<void> {
    const { name, days, permissions } = form.values;
    const expiresAt = days && new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    const { body } = await request<{ adminToken: AdminToken; token: string }>("/tokens", {
      method: "POST",
      body: { name: name.trim(), permissions, expiresAt: expiresAt || null },
    });
    form.reset(BLANK);
    onCreated();
    reveal({
      title: (
        <>
          The token “<bdi>{body.adminToken.name}</bdi>”
        </>
      ),
      secrets: [{ label: "Token", value: body.token }],
    });
  }

  return (
    <Form state={form} onSubmit={create} submitLabel="Create a token" needsChange>
      <TextField form={form} name="name" label="Name" hint="What it is for." isRequired />
      <SelectField form={form} name="days" label="Ends" choices={ENDS} />
      <CheckList
        name="token-permissions"
        label="Permissions"
        mistake={form.mistakes.permissions}
        choices={permissionChoices(own)}
        chosen={form.values.permissions}
        onChange={(chosen) => form.set("permissions", chosen as readonly Permission[])}
        empty="You have none to give."
      />
    </Form>
  );
}
