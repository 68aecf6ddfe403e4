import type { AnyKind } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.ts";
import { TextField } from "../parts/field.tsx";
import type { FormState } from "../parts/form.tsx";
import type { Part } from "./parts.ts";

/** The form of a new part. */
export type PartForm = Pick<AnyKind, "noun" | "blank" | "findMistakes" | "inputOf" | "Fields">;

interface Named {
  readonly name: string;
}

/** What an API key binds is what the other steps ask for. */
const API_KEY: PartForm = {
  noun: "API key",
  blank: { name: "" },
  findMistakes: ({ name }: Named) => (name.trim() === "" ? { name: "Enter a name." } : {}),
  inputOf: ({ name }: Named) => ({ name }),
  Fields: ({ form }: { readonly form: FormState<Named> }) => (
    <TextField form={form} name="name" label="Name" hint="1 to 100 characters." isRequired />
  ),
};

/** The form that a part has elsewhere in the console too. */
export function formOf({ collection, name }: Part): PartForm {
  return name === "apiKey" ? API_KEY : KINDS.find((kind) => kind.collection === collection)!;
}
