import { type AnyKind, hasSecret } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.ts";
import { NameField, nameMistake } from "../kinds/name-field.tsx";
import type { Item } from "./draft.ts";
import type { Part } from "./parts.ts";

/** The form of a new part. */
export type PartForm = Pick<AnyKind, "noun" | "blank" | "findMistakes" | "inputOf" | "Fields">;

/** The other steps ask for everything that an API key binds. */
const API_KEY: PartForm = {
  noun: "API key",
  blank: { name: "" },
  findMistakes: nameMistake,
  inputOf: ({ name }: { readonly name: string }) => ({ name }),
  Fields: NameField,
};

/** Returns whether an item of a part has a secret, which cannot be shown again. */
export function itemHasSecret({ collection }: Part, item: Item): boolean {
  return hasSecret(KINDS.find((kind) => kind.collection === collection)!, item);
}

/** Returns the form that a part also has elsewhere in the console. */
export function formOf({ collection, name }: Part): PartForm {
  return name === "apiKey" ? API_KEY : KINDS.find((kind) => kind.collection === collection)!;
}
