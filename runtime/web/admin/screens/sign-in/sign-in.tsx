import { useLayoutEffect, useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Administrator } from "../../api/types.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { NarrowPage } from "../narrow-page.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { type NeededFactor, SecondFactorForm } from "./second-factor-form.tsx";

interface SignInProps {
  /** The reason for the sign-in, if it is not obvious. */
  readonly reason: string;
  /** True if there is no administrator yet. */
  readonly needsSetUp: boolean;
  readonly onSignedIn: (admin: Administrator) => void;
}

export function SignIn({ reason, needsSetUp, onSignedIn }: SignInProps) {
  // Before the paint: whoever sees the form can type.
  useLayoutEffect(() => focusField("email"), []);
  return (
    <NarrowPage title="Sign in to docgate">
      {needsSetUp && (
        <p role="status">
          <strong>docgate is not set up yet: there is nobody who could sign in.</strong> Open the
          link that <code>docgate serve</code> prints, in its log too.
        </p>
      )}
      <SignInForm reason={reason} email="" onSignedIn={onSignedIn} />
      <p class="hint">
        Administrators are invited by others, or made on the command line; the first one also by the
        link that <code>docgate serve</code> prints.
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

type SignInAnswer = { readonly admin: Administrator } | { readonly secondFactor: NeededFactor };

/** @throws {ApiError} */
export async function signIn(body: Credentials): Promise<SignInAnswer> {
  return (await request<SignInAnswer>("/session", { method: "POST", body })).body;
}

interface SignInFormProps {
  /** The reason for the sign-in; empty if it is obvious. */
  readonly reason: string;
  /** Initial value; empty if unknown. */
  readonly email: string;
  readonly onSignedIn: (admin: Administrator) => void;
}

export function SignInForm({ reason, email, onSignedIn }: SignInFormProps) {
  const [factor, setFactor] = useState<NeededFactor | null>(null);
  const [isAtProvider, setAtProvider] = useState(false);
  const form = useForm({
    initial: { email, password: "" },
    findMistakes: ({ email, password }) => ({
      ...(email.trim() === "" && { email: "Enter your email address." }),
      ...(password === "" && { password: "Enter your password." }),
    }),
  });

  async function submit(): Promise<void> {
    const answer = await signIn(form.values);
    if ("admin" in answer) return onSignedIn(answer.admin);
    form.reset({ ...form.values, password: "" });
    setFactor(answer.secondFactor);
  }

  if (isAtProvider) {
    return (
      <div class="sign-in">
        <ProviderForm email={form.values.email} onBack={() => setAtProvider(false)} />
      </div>
    );
  }
  return (
    <div class="sign-in">
      {reason && !factor && <p role="status">{reason}</p>}
      {factor ? (
        <SecondFactorForm factor={factor} onBack={() => setFactor(null)} onSignedIn={onSignedIn} />
      ) : (
        <Form state={form} onSubmit={submit} submitLabel="Sign in">
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
      )}
      {(factor === null || factor.methods.includes("passkey")) && (
        <PasskeyButton onSignedIn={onSignedIn} />
      )}
      {factor === null && (
        <div class="actions">
          <button type="button" class="secondary" onClick={() => setAtProvider(true)}>
            Sign in with your organization
          </button>
        </div>
      )}
    </div>
  );
}
