import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";

/** Leaves for the page of the provider that signs a person in. @throws {ApiError} */
export async function goToProvider(email: string): Promise<void> {
  const options = { method: "POST", body: { email } } as const;
  const { body } = await request<{ location: string }>("/session/provider", options);
  window.location.assign(body.location);
}

/** The sign-in at an organization's own provider, which begins with a button. */
export function ProviderForm() {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    initial: { email: "" },
    findMistakes: ({ email }) =>
      email.trim() === "" ? { email: "Enter your email address." } : {},
  });

  if (!isOpen) {
    return (
      <div class="actions">
        <button type="button" class="secondary" onClick={() => setOpen(true)}>
          Sign in with your organization
        </button>
      </div>
    );
  }
  return (
    <section aria-label="Sign in with your organization">
      <Form
        state={form}
        onSubmit={() => goToProvider(form.values.email)}
        submitLabel="Go to your organization"
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
