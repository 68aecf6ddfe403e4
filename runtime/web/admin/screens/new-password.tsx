import { SetUpRules } from "../api/types.ts";
import { TextField } from "../parts/field.tsx";
import type { FormState, Mistakes } from "../parts/form.tsx";

const { minLength } = SetUpRules.password;

type Texts = Readonly<Record<string, string>>;

/** Finds the mistakes in a new password. */
export function passwordMistakes(name: string, values: Texts): Mistakes {
  const password = values[name]!;
  return {
    ...(password.length < minLength && { [name]: `Must have at least ${minLength} characters.` }),
    ...(values.repeated !== password && { repeated: "This is not the same password." }),
  };
}

interface NewPasswordProps {
  readonly form: FormState<Texts>;
  readonly name: string;
  readonly label: string;
}

/** A new password, typed twice. */
export function NewPassword({ form, name, label }: NewPasswordProps) {
  const shared = { type: "password", autocomplete: "new-password", isRequired: true } as const;
  return (
    <>
      <TextField
        {...shared}
        form={form}
        name={name}
        label={label}
        hint={`At least ${minLength} characters. Not a common password, and without your name or that of the organization.`}
        minLength={minLength}
      />
      <TextField
        {...shared}
        form={form}
        name="repeated"
        label={`Repeat the ${label.toLowerCase()}`}
      />
    </>
  );
}
