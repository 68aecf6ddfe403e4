import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Organization, ProviderInput } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { CheckField, TextField } from "../../parts/field.tsx";
import { Form, type FormState, useForm } from "../../parts/form.tsx";
import { type Permission, useSession } from "../../session.tsx";
import { goToProvider } from "../sign-in/provider-form.tsx";
import { RoleField } from "./role-field.tsx";

/** The entries of the form. */
interface Entries {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly withoutSecret: boolean;
  readonly domains: string;
  readonly createsOthers: boolean;
  readonly newPermissions: readonly Permission[];
}

function entriesOf({ provider }: Organization): Entries {
  return {
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    clientSecret: "",
    withoutSecret: provider !== null && !provider.hasClientSecret,
    domains: provider?.domains.join(", ") ?? "",
    createsOthers: provider !== null && provider.newPermissions !== null,
    newPermissions: provider?.newPermissions ?? [],
  };
}

/** An empty secret is left out, which keeps the one before. */
function inputOf(entries: Entries): ProviderInput {
  const { issuer, clientId, clientSecret, withoutSecret, domains } = entries;
  return {
    issuer,
    clientId,
    ...(withoutSecret ? { clientSecret: null } : clientSecret !== "" && { clientSecret }),
    domains: domains.split(/[\s,]+/).filter((domain) => domain !== ""),
    newPermissions: entries.createsOthers ? [...entries.newPermissions] : null,
  };
}

/** An issuer never gets the secret of another one. */
function secretHint({ issuer }: Entries, provider: { readonly issuer: string }): string {
  return issuer.trim() === provider.issuer
    ? "Empty: it stays as it is."
    : "Another issuer needs its own secret: enter it.";
}

interface ProviderSettingsProps {
  readonly organization: Organization;
  readonly reload: () => void;
}

/** The form of the provider, and its removal. */
export function ProviderSettings({ organization, reload }: ProviderSettingsProps) {
  const { provider, redirectUri } = organization;
  const [isRemoving, setRemoving] = useState(false);
  const announce = useAnnounce();
  const form = useForm({
    initial: entriesOf(organization),
    findMistakes: ({ issuer, clientId, domains }) => ({
      ...(issuer.trim() === "" && { issuer: "Enter the issuer." }),
      ...(clientId.trim() === "" && { clientId: "Enter the client ID." }),
      ...(domains.trim() === "" && { domains: "Name at least one domain." }),
    }),
    isGuarded: true,
  });

  async function save(): Promise<void> {
    await request("/organization/provider", { method: "PUT", body: inputOf(form.values) });
    form.reset(form.values);
    announce("The provider is saved.");
    reload();
  }

  const removal = (
    <button type="button" class="secondary" onClick={() => setRemoving(true)}>
      Remove the provider
    </button>
  );
  return (
    <>
      <p class="hint">Register this address for the way back at your provider:</p>
      <Copyable text={redirectUri} what="redirect URI" />
      <Form
        state={form}
        onSubmit={save}
        submitLabel="Use this provider"
        needsChange
        secondary={provider && removal}
      >
        <ClientFields form={form} provider={provider} />
        <AccessFields form={form} />
      </Form>
      {provider && <ProviderTest />}
      {isRemoving && <RemovalDialog onClose={() => setRemoving(false)} onDone={reload} />}
    </>
  );
}

/** Leads to the provider and back, which shows whether its settings are right. */
function ProviderTest() {
  const { email } = useSession().admin;
  const form = useForm({ initial: {} });
  return (
    <>
      <h3>Test it</h3>
      <p class="hint">
        Sign in there now, as <bdi>{email}</bdi>: you come back signed in by the provider, or to the
        reason in the audit log, still signed in as now.
      </p>
      <Form state={form} onSubmit={() => goToProvider(email)} submitLabel="Sign in there now">
        {null}
      </Form>
    </>
  );
}

interface FieldsProps {
  readonly form: FormState<Entries>;
}

/** How docgate signs in at the provider. */
function ClientFields({ form, provider }: FieldsProps & Pick<Organization, "provider">) {
  return (
    <>
      <TextField
        form={form}
        name="issuer"
        label="Issuer"
        hint="Such as https://login.example.com/realms/staff. docgate reads its metadata when you save."
        keyboard="url"
        isRequired
      />
      <TextField form={form} name="clientId" label="Client ID" isRequired />
      {!form.values.withoutSecret && (
        <TextField
          form={form}
          name="clientSecret"
          label="Client secret"
          hint={provider?.hasClientSecret ? secretHint(form.values, provider) : ""}
          type="password"
          autocomplete="off"
        />
      )}
      <CheckField
        form={form}
        name="withoutSecret"
        label="The client has no secret"
        hint="A public client, protected by PKCE alone."
      />
    </>
  );
}

/** Who may sign in at the provider. */
function AccessFields({ form }: FieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="domains"
        label="Domains"
        hint="Of the addresses that may sign in, separated by commas."
        isRequired
      />
      <CheckField
        form={form}
        name="createsOthers"
        label="Let in who was not invited"
        hint="Everyone of these domains becomes an administrator at the first sign-in."
      />
      {form.values.createsOthers && (
        <RoleField
          name="newPermissions"
          label="Role of those who were not invited"
          mistake={form.mistakes.newPermissions ?? form.mistakes.permissions}
          chosen={form.values.newPermissions}
          onChange={(chosen) => form.set("newPermissions", chosen)}
        />
      )}
    </>
  );
}

interface RemovalDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemovalDialog({ onClose, onDone }: RemovalDialogProps) {
  const announce = useAnnounce();

  async function remove(): Promise<void> {
    await request("/organization/provider", { method: "DELETE" });
    announce("The provider is removed.");
  }

  return (
    <ConfirmDialog
      title="Remove the provider?"
      confirmLabel="Remove"
      isGrave
      work={remove}
      onClose={onClose}
      onDone={onDone}
    >
      <p>Sessions that began there end. People then need a password or a passkey.</p>
    </ConfirmDialog>
  );
}
