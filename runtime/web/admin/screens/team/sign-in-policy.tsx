import { request } from "../../api/request.ts";
import type { Organization } from "../../api/types.ts";
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

function PolicyForm({ organization }: { readonly organization: Organization }) {
  const { requiresSecondFactor, allowsPasswords } = organization;
  const announce = useAnnounce();
  const { may } = useSession();
  const form = useForm({ initial: { requiresSecondFactor, allowsPasswords } });

  async function save(): Promise<void> {
    const body = form.values;
    await request("/organization", { method: "PATCH", body });
    form.reset(body);
    announce("The sign-in of administrators is saved.");
  }

  if (!may("team:w")) {
    return (
      <ul>
        <li>A second factor is {requiresSecondFactor ? "required" : "optional"}.</li>
        <li>Passwords are switched {allowsPasswords ? "on" : "off"}.</li>
      </ul>
    );
  }
  return (
    <Form state={form} onSubmit={save} submitLabel="Save" needsChange>
      <CheckField
        form={form}
        name="requiresSecondFactor"
        label="Require a second factor"
        hint="Anyone without one can only set one up."
      />
      <CheckField
        form={form}
        name="allowsPasswords"
        label="Allow passwords"
        hint="If not, people sign in with a passkey or at your provider. You must have done so yourself."
      />
    </Form>
  );
}
