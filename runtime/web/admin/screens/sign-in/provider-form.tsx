import { useLayoutEffect } from "preact/hooks";
import { request } from "../../api/request.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";

/** Leaves for the page of the provider that signs a person in. @throws {ApiError} */
export async function goToProvider(email: string): Promise<void> {
  const options = { method: "POST", body: { email } } as const;
  const { body } = await request<{ location: string }>("/session/provider", options);
  window.location.assign(body.location);
}

interface ProviderFormProps {
  /** Initial value; empty if unknown. */
  readonly email: string;
  /** Leads back to the password. */
  readonly onBack: () => void;
}

/** The sign-in at an organization's own provider. */
export function ProviderForm({ email, onBack }: ProviderFormProps) {
  // Before the paint: whoever sees the form can type.
  useLayoutEffect(
    () => document.querySelector<HTMLInputElement>(".sign-in [name=email]")!.focus(),
    [],
  );
  const form = useForm({
    initial: { email },
    findMistakes: ({ email }) =>
      email.trim() === "" ? { email: "Enter your email address." } : {},
  });

  return (
    <section aria-label="Sign in with your organization">
      <Form
        state={form}
        onSubmit={() => goToProvider(form.values.email)}
        submitLabel="Go to your organization"
        secondary={
          <button type="button" class="secondary" onClick={onBack}>
            Start again
          </button>
        }
      >
        <TextField
          form={form}
          name="email"
          label="Email at your organization"
          hint="Its domain says where you sign in."
          keyboard="email"
          autocomplete="username"
          isRequired
        />
      </Form>
    </section>
  );
}
