import { request } from "../api/request.ts";
import type { Administrator } from "../api/types.ts";
import { TextField } from "../parts/field.tsx";
import { Form, useForm } from "../parts/form.tsx";

interface SignInProps {
  /** Why a person is asked, where it is not plain. */
  readonly reason: string;
  readonly onSignedIn: (admin: Administrator) => void;
}

export function SignIn({ reason, onSignedIn }: SignInProps) {
  const form = useForm({
    initial: { email: "", password: "" },
    findMistakes: ({ email, password }) => ({
      ...(email.trim() === "" && { email: "Enter your email address." }),
      ...(password === "" && { password: "Enter your password." }),
    }),
  });

  async function signIn(): Promise<void> {
    const { body } = await request<{ admin: Administrator }>("/session", {
      method: "POST",
      body: form.values,
    });
    onSignedIn(body.admin);
  }

  return (
    <main class="narrow">
      <h1>Sign in to docgate</h1>
      {reason && <p role="status">{reason}</p>}
      <Form state={form} onSubmit={signIn} submitLabel="Sign in">
        <TextField form={form} name="email" label="Email" autocomplete="username" isRequired />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autocomplete="current-password"
          isRequired
        />
      </Form>
    </main>
  );
}
