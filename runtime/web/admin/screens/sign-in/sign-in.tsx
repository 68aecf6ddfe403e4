import { useLayoutEffect } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Administrator } from "../../api/types.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { NarrowPage } from "../narrow-page.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

interface SignInProps {
  /** The reason for the sign-in, if it is not obvious. */
  readonly reason: string;
  readonly onSignedIn: (admin: Administrator) => void;
}

export function SignIn({ reason, onSignedIn }: SignInProps) {
  // Before the paint: whoever sees the form can type.
  useLayoutEffect(() => focusField("email"), []);
  return (
    <NarrowPage title="Sign in to docgate">
      {reason && <p role="status">{reason}</p>}
      <SignInForm email="" onSignedIn={onSignedIn} />
      <p class="hint">
        Administrators are made on the command line, the first one also by the link that{" "}
        <code>docgate serve</code> prints.
      </p>
    </NarrowPage>
  );
}

/** Puts the caret in the field to fill in first. */
export function focusField(name: "email" | "password"): void {
  document.querySelector<HTMLInputElement>(`.sign-in [name=${name}]`)!.focus();
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** @throws {ApiError} */
export async function signIn(body: Credentials): Promise<Administrator> {
  const answer = await request<{ admin: Administrator }>("/session", { method: "POST", body });
  return answer.body.admin;
}

interface SignInFormProps {
  /** Initial value; empty if unknown. */
  readonly email: string;
  readonly onSignedIn: (admin: Administrator) => void;
}

export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const form = useForm({
    initial: { email, password: "" },
    findMistakes: ({ email, password }) => ({
      ...(email.trim() === "" && { email: "Enter your email address." }),
      ...(password === "" && { password: "Enter your password." }),
    }),
  });
  return (
    <div class="sign-in">
      <Form
        state={form}
        onSubmit={async () => onSignedIn(await signIn(form.values))}
        submitLabel="Sign in"
      >
        <TextField
          form={form}
          name="email"
          label="Email"
          keyboard="email"
          autocomplete="username"
          isRequired
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autocomplete="current-password"
          isRequired
        />
      </Form>
      <PasskeyButton onSignedIn={onSignedIn} />
    </div>
  );
}
