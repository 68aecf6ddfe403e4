import { request } from "../../api/request.ts";
import type { Organization, OrganizationPatch } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { CheckField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { Loaded, type Loader, useLoad } from "../../parts/load.tsx";
import { Card } from "../../parts/page.tsx";
import { useSession } from "../../session.tsx";

/** Loads the organization of the person. */
export function useOrganization(): Loader<Organization> {
  return useLoad(
    async (signal) =>
      (await request<{ organization: Organization }>("/organization", { signal })).body
        .organization,
    [],
  );
}

/** How the administrators of the organization may sign in. */
export function SignInPolicy() {
  const organization = useOrganization();
  return (
    <Card
      title="Sign-in"
      about="For all administrators of the organization, at once. Tokens for scripts go on."
    >
      <Loaded from={organization}>{(value) => <PolicyForm organization={value} />}</Loaded>
    </Card>
  );
}

interface Switch {
  readonly label: string;
  readonly hint: string;
  /** Sentences for when it is on, and when it is off. */
  readonly states: readonly [on: string, off: string];
}

/** Every switch of the sign-in, by its field in the admin API. */
const SWITCHES: Readonly<Record<keyof OrganizationPatch, Switch>> = {
  requiresSecondFactor: {
    label: "Require a second factor",
    hint: "Anyone without one can only set one up.",
    states: ["A second factor is required.", "A second factor is optional."],
  },
  allowsPasswords: {
    label: "Allow passwords",
    hint: "If not, people sign in with a passkey or at your provider. You must have done so yourself.",
    states: ["Passwords are switched on.", "Passwords are switched off."],
  },
};

const NAMES = Object.keys(SWITCHES) as (keyof OrganizationPatch)[];

function PolicyForm({ organization }: { readonly organization: Organization }) {
  const announce = useAnnounce();
  const { may } = useSession();
  const initial = Object.fromEntries(NAMES.map((name) => [name, organization[name]]));
  const form = useForm({ initial: initial as Required<OrganizationPatch> });

  async function save(): Promise<void> {
    const body = form.values;
    await request("/organization", { method: "PATCH", body });
    form.reset(body);
    announce("The sign-in of administrators is saved.");
  }

  if (!may("team:w")) {
    return (
      <ul>
        {NAMES.map((name) => (
          <li key={name}>{SWITCHES[name].states[organization[name] ? 0 : 1]}</li>
        ))}
      </ul>
    );
  }
  return (
    <Form state={form} onSubmit={save} submitLabel="Save" needsChange>
      {NAMES.map((name) => (
        <CheckField key={name} form={form} name={name} {...SWITCHES[name]} />
      ))}
    </Form>
  );
}
