import { useLayoutEffect } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Administrator } from "../../api/types.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";

/** The answer to a right password, where more is needed. */
export interface NeededFactor {
  readonly token: string;
  readonly methods: readonly ("totp" | "passkey" | "recovery-code")[];
}

interface SecondFactorFormProps {
  readonly factor: NeededFactor;
  /** Leads back to the password. */
  readonly onBack: () => void;
  readonly onSignedIn: (admin: Administrator) => void;
}

/** The second step of a sign-in: a code. */
export function SecondFactorForm({ factor, onBack, onSignedIn }: SecondFactorFormProps) {
  const { token, methods } = factor;
  useLayoutEffect(() => document.querySelector<HTMLInputElement>("[name=code]")!.focus(), []);
  const form = useForm({
    initial: { code: "" },
    findMistakes: ({ code }) => (code.trim() === "" ? { code: "Enter the code." } : {}),
  });

  async function signIn(): Promise<void> {
    const { code } = form.values;
    const { body } = await request<{ admin: Administrator }>("/session/second-factor", {
      method: "POST",
      body: { token, code },
    });
    onSignedIn(body.admin);
  }

  return (
    <Form
      state={form}
      onSubmit={signIn}
      submitLabel="Sign in"
      secondary={
        <button type="button" class="secondary" onClick={onBack}>
          Start again
        </button>
      }
    >
      <TextField
        form={form}
        name="code"
        label={methods.includes("totp") ? "Code" : "Recovery code"}
        hint={
          methods.includes("totp") &&
          "The six digits that your authenticator app shows, or one of your recovery codes."
        }
        autocomplete="one-time-code"
        isRequired
      />
    </Form>
  );
}
