import { request } from "../../api/request.ts";
import type { TeamMember } from "../../api/types.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { discardUnsaved } from "../../parts/forms/unsaved.tsx";
import { Card, Page } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { goTo, linkTo } from "../../route.ts";
import type { Permission } from "../../session.tsx";
import { RoleField } from "./role-field.tsx";

interface InvitationEntries {
  readonly email: string;
  readonly permissions: readonly Permission[];
}

interface Invitation {
  readonly administrator: TeamMember;
  readonly link: string;
  readonly isMailed: boolean;
}

const MAILED = "This link is mailed to the person.";
const TO_SEND =
  "Send this link to the person, in a way that you trust: whoever opens it first gets in.";
const LOST = " It is shown once; if it is lost, invite the same address again.";

/** Invites an administrator, and shows the link once. */
export function InviteScreen() {
  const reveal = useReveal();
  const form = useForm<InvitationEntries>({
    initial: { email: "", permissions: [] },
    findMistakes: ({ email, permissions }) => ({
      ...(email.trim() === "" && { email: "Enter an email address." }),
      ...(permissions.length === 0 && {
        permissions: "Choose a role, or at least one permission.",
      }),
    }),
    isGuarded: true,
  });

  async function invite(): Promise<void> {
    const { body } = await request<Invitation>("/administrators", {
      method: "POST",
      body: form.values,
    });
    discardUnsaved();
    reveal({
      title: (
        <>
          The invitation of <bdi>{body.administrator.email}</bdi>
        </>
      ),
      about: (body.isMailed ? MAILED : TO_SEND) + LOST,
      secrets: [{ label: "Link, valid once within 24 hours", value: body.link }],
    });
    goTo("team");
  }

  return (
    <Page
      title="Invite an administrator"
      about="The person gets a link, by mail if there is a mail server, and accepts with a new password or at your provider."
      parent={{ text: "Team", href: linkTo("team") }}
    >
      <Card title="Invitation">
        <Form
          state={form}
          onSubmit={invite}
          submitLabel="Invite"
          secondary={<a href={linkTo("team")}>Cancel</a>}
        >
          <TextField form={form} name="email" label="Email" keyboard="email" isRequired />
          <RoleField
            name="permissions"
            label="Role"
            hint="You can only give permissions that you have."
            mistake={form.mistakes.permissions}
            chosen={form.values.permissions}
            onChange={(chosen) => form.set("permissions", chosen)}
          />
        </Form>
      </Card>
    </Page>
  );
}
