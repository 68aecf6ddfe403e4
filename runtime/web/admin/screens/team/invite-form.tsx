import { request } from "../../api/request.ts";
import type { TeamMember } from "../../api/types.ts";
import { CheckList } from "../../parts/check-list.tsx";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { Card } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { type Permission, useSession } from "../../session.tsx";
import { permissionChoices } from "./permission-choices.ts";

interface InviteFormProps {
  readonly onInvited: () => void;
}

interface InvitationEntries {
  readonly email: string;
  readonly permissions: readonly Permission[];
}

/** Invites an administrator, and shows the link once. */
export function InviteForm({ onInvited }: InviteFormProps) {
  const { permissions: own } = useSession().admin;
  const reveal = useReveal();
  const form = useForm<InvitationEntries>({
    initial: { email: "", permissions: [] },
    findMistakes: ({ email }) => (email.trim() === "" ? { email: "Enter an email address." } : {}),
    isGuarded: true,
  });

  async function invite(): Promise<void> {
    const { body } = await request<{ administrator: TeamMember; link: string }>("/administrators", {
      method: "POST",
      body: form.values,
    });
    form.reset({ email: "", permissions: [] });
    onInvited();
    reveal({
      title: (
        <>
          The invitation of <bdi>{body.administrator.email}</bdi>
        </>
      ),
      secrets: [{ label: "Link, valid once within 24 hours", value: body.link }],
    });
  }

  return (
    <Card title="Invite" about="You get a link to send to the person, who then chooses a password.">
      <Form state={form} onSubmit={invite} submitLabel="Invite" needsChange>
        <TextField form={form} name="email" label="Email" keyboard="email" isRequired />
        <CheckList
          name="permissions"
          label="Permissions"
          hint="You can only give those that you have."
          mistake={form.mistakes.permissions}
          choices={permissionChoices(own)}
          chosen={form.values.permissions}
          onChange={(chosen) => form.set("permissions", chosen as readonly Permission[])}
          empty="You have none to give."
        />
      </Form>
    </Card>
  );
}
