import { TextField } from "../parts/field.tsx";
import type { FormState, Mistakes } from "../parts/form.tsx";

interface NameEntry {
  readonly name: string;
}

interface NameFieldProps {
  readonly form: FormState<NameEntry>;
}

/** The name of an API key, or of an item that is bound to one. */
export function NameField({ form }: NameFieldProps) {
  const hint = "Only administrators see it, in lists and logs: the partner’s name is a good one.";
  return <TextField form={form} name="name" label="Name" hint={hint} isRequired />;
}

export function nameMistake({ name }: NameEntry): Mistakes {
  return name.trim() === "" ? { name: "Enter a name." } : {};
}
