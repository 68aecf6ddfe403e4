import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Organization, ProviderInput } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { CheckList } from "../../parts/check-list.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { CheckField, TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { Loaded } from "../../parts/load.tsx";
import { Card, Facts } from "../../parts/page.tsx";
import { type Permission, useSession } from "../../session.tsx";
import { permissionChoices } from "./permission-choices.ts";
import { ProviderDomains } from "./provider-domains.tsx";
import { useOrganization } from "./sign-in-policy.tsx";

/** The OpenID provider of the organization. */
export function ProviderCard() {
  const organization = useOrganization();
  const { may } = useSession();
  return (
    <Card
      title="OpenID provider"
      about="Where administrators can sign in with their account of your organization."
    >
      <Loaded from={organization}>
        {(value) =>
          may("team:w") ? (
            <>
              <ProviderSettings
                // Another provider starts the form again.
                key={JSON.stringify(value.provider)}
                organization={value}
                reload={organization.reload}
              />
              <ProviderDomains domains={value.domains} reload={organization.reload} />
            </>
          ) : (
            <ProviderFacts organization={value} />
          )
        }
      </Loaded>
    </Card>
  );
}

interface OfOrganization {
  readonly organization: Organization;
}

function ProviderFacts({ organization: { provider } }: OfOrganization) {
  if (!provider) return <p>There is none.</p>;
  const rows = [
    ["Issuer", provider.issuer],
    ["Domains", provider.domains.join(", ")],
  ] as const;
  return <Facts rows={rows} />;
}

interface Entered {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly withoutSecret: boolean;
  readonly domains: string;
  readonly createsOthers: boolean;
  readonly newPermissions: readonly Permission[];
}

function enteredOf({ provider }: Organization): Entered {
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
function inputOf(entered: Entered): ProviderInput {
  const { issuer, clientId, clientSecret, withoutSecret, domains } = entered;
  return {
    issuer,
    clientId,
    ...(withoutSecret ? { clientSecret: null } : clientSecret !== "" && { clientSecret }),
    domains: domains.split(/[\s,]+/).filter((domain) => domain !== ""),
    newPermissions: entered.createsOthers ? [...entered.newPermissions] : null,
  };
}

/** An issuer never gets the secret of another one. */
function secretHint({ issuer }: Entered, provider: { readonly issuer: string }): string {
  return issuer.trim() === provider.issuer
    ? "Empty: it stays as it is."
    : "Another issuer needs its own secret: enter it.";
}

function ProviderSettings({
  organization,
  reload,
}: OfOrganization & { readonly reload: () => void }) {
  const { provider, redirectUri } = organization;
  const [isAsked, setAsked] = useState(false);
  const { permissions: own } = useSession().admin;
  const announce = useAnnounce();
  const form = useForm({
    initial: enteredOf(organization),
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

  async function remove(): Promise<void> {
    await request("/organization/provider", { method: "DELETE" });
    announce("The provider is removed.");
  }

  return (
    <>
      <p class="hint">Register this address for the way back at your provider:</p>
      <Copyable text={redirectUri} what="redirect URI" />
      <Form
        state={form}
        onSubmit={save}
        submitLabel="Use this provider"
        needsChange
        secondary={
          provider && (
            <button type="button" class="secondary" onClick={() => setAsked(true)}>
              Remove the provider
            </button>
          )
        }
      >
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
          <CheckList
            name="newPermissions"
            label="Permissions of those who were not invited"
            mistake={form.mistakes.newPermissions ?? form.mistakes.permissions}
            choices={permissionChoices(own)}
            chosen={form.values.newPermissions}
            onChange={(chosen) => form.set("newPermissions", chosen as readonly Permission[])}
            empty="You have none to give."
          />
        )}
      </Form>
      {isAsked && (
        <ConfirmDialog
          title="Remove the provider?"
          confirmLabel="Remove"
          isGrave
          work={remove}
          onClose={() => setAsked(false)}
          onDone={reload}
        >
          <p>Sessions that began there end. People then need a password or a passkey.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
