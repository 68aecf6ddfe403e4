import { request } from "../api/request.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { TextField } from "../parts/field.tsx";
import { Form, useForm } from "../parts/form.tsx";
import { Card, Facts, Page } from "../parts/page.tsx";
import { useSession } from "../session.tsx";
import { FactorsCard } from "./factors/factors-card.tsx";
import { NewPassword, passwordMistakes } from "./new-password.tsx";
import { PERMISSION_WORDS } from "./permission-words.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { TokensCard } from "./tokens.tsx";

/** Shows who is signed in, what they may do, and their password. */
export function AccountScreen() {
  const { email, organization, permissions } = useSession().admin;
  return (
    <Page title="Account">
      <Card title="You">
        <Facts
          rows={[
            ["Email", <bdi key="email">{email}</bdi>],
            ["Organization", <bdi key="organization">{organization.name}</bdi>],
          ]}
        />
      </Card>
      <Card title="What you may do">
        {permissions.length === 0 ? (
          <p>Nothing but sign in and change your password.</p>
        ) : (
          <Facts
            rows={permissions.map((permission) => [permission, PERMISSION_WORDS[permission]])}
          />
        )}
        <p class="hint">
          Permissions are given by administrators with <code>team:w</code>, and on the command line
          where docgate runs.
        </p>
      </Card>
      <PasswordCard email={email} />
      <FactorsCard />
      <SessionsCard />
      <TokensCard email={email} />
    </Page>
  );
}

const BLANK = { currentPassword: "", newPassword: "", repeated: "" };

interface PasswordCardProps {
  readonly email: string;
}

function PasswordCard({ email }: PasswordCardProps) {
  const announce = useAnnounce();
  const form = useForm({
    initial: BLANK,
    pair: ["newPassword", "repeated"],
    findMistakes: (values) => ({
      ...(values.currentPassword === "" && { currentPassword: "Enter your current password." }),
      ...passwordMistakes("newPassword", values),
    }),
  });

  async function change(): Promise<void> {
    const { currentPassword, newPassword } = form.values;
    await request("/session/password", { method: "PUT", body: { currentPassword, newPassword } });
    form.reset(BLANK);
    announce("Your password is changed. Your other sessions have ended.");
  }

  return (
    <Card
      title="Change your password"
      about="It ends all your sessions but this one. Tokens for scripts go on."
    >
      <Form state={form} onSubmit={change} submitLabel="Change password">
        {/* For password managers: whose password it is. */}
        <input class="unseen" type="text" autocomplete="username" value={email} readOnly hidden />
        <TextField
          form={form}
          name="currentPassword"
          label="Current password"
          type="password"
          autocomplete="current-password"
          isRequired
        />
        <NewPassword form={form} name="newPassword" label="New password" />
      </Form>
    </Card>
  );
}
