import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError, request } from "../../api/request.ts";
import type { Administrator } from "../../api/types.ts";
import { Form, useForm } from "../../parts/form.tsx";
import { NarrowPage } from "../narrow-page.tsx";
import { NewPassword, passwordMistakes } from "../new-password.tsx";

interface AcceptInvitationProps {
  /** The code in the link. */
  readonly code: string;
  /** Leads to the sign-in. */
  readonly onSignIn: () => void;
  readonly onSignedIn: (admin: Administrator) => void;
}

/** Lets a person who was invited choose a password; they are then signed in. */
export function AcceptInvitation({ code, onSignIn, onSignedIn }: AcceptInvitationProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  // Before the paint: whoever sees the form can type.
  useLayoutEffect(() => document.querySelector<HTMLInputElement>("[name=password]")!.focus(), []);
  const form = useForm({
    initial: { password: "", repeated: "" },
    pair: ["password", "repeated"],
    findMistakes: (values) => passwordMistakes("password", values),
  });

  async function accept(): Promise<void> {
    const body = { code, password: form.values.password };
    try {
      const answer = await request<{ admin: Administrator }>("/invitation", {
        method: "POST",
        body,
      });
      onSignedIn(answer.body.admin);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      setRefusal(error.message);
    }
  }

  if (refusal !== null) {
    return (
      <NarrowPage title="This link cannot be used">
        <p>{refusal}</p>
        <p>Ask the person who invited you for another one. If you have used it before, sign in.</p>
        <div class="actions">
          <button type="button" onClick={onSignIn}>
            Sign in
          </button>
        </div>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title="Join as an administrator">
      <p>You were invited to administer docgate. Choose a password to accept.</p>
      <Form state={form} onSubmit={accept} submitLabel="Join">
        <NewPassword form={form} name="password" label="Password" />
      </Form>
    </NarrowPage>
  );
}
