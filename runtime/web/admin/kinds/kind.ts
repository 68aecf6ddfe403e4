import type { ComponentChildren, ComponentType } from "preact";
import type { CollectionName, InputOf, ItemOf, PatchOf, Versioned } from "../api/collections.ts";
import type { FormState, Mistakes } from "../parts/form.tsx";
import type { Column } from "../parts/table.tsx";

/** What is written of an item: the values of its form. */
export interface FieldsProps<Values extends object, Item> {
  readonly form: FormState<Values>;
  /** What is changed; left out where a new one is made. */
  readonly item?: Item;
}

export interface ItemProps<Item> {
  readonly item: Item;
  readonly etag: string | undefined;
  /** Shows the item as an action has left it. */
  readonly replace: (next: Versioned<Item>) => void;
  /** Reads the item again. */
  readonly reload: () => void;
}

/** How the console shows one collection. Screens are the same for all; this is what differs. */
export interface Kind<Name extends CollectionName, Values extends object> {
  readonly collection: Name;
  /** In texts: `webhook`. */
  readonly noun: string;
  /** With `a` or `an` before it: `a webhook`. */
  readonly aNoun: string;
  readonly plural: string;
  /** To read; with `:w` to write. */
  readonly permission: "api-keys" | "directory";
  /** What these are for, in a sentence or two. */
  readonly about: ComponentChildren;
  readonly nameOf: (item: ItemOf<Name>) => string;
  /** Of the list, after the name. */
  readonly columns: readonly Column<ItemOf<Name>>[];
  /** What can be read of an item and is not in its form. */
  readonly Facts: ComponentType<ItemProps<ItemOf<Name>>>;
  readonly Fields: ComponentType<FieldsProps<Values, ItemOf<Name>>>;
  /** What can be done with an item, beside saving and deleting; for those who may. */
  readonly Actions?: ComponentType<ItemProps<ItemOf<Name>>>;
  /** More about an item, in cards of their own. */
  readonly More?: ComponentType<ItemProps<ItemOf<Name>>>;
  /** The form of a new item. */
  readonly blank: Values;
  readonly valuesOf: (item: ItemOf<Name>) => Values;
  readonly findMistakes: (values: Values) => Mistakes;
  readonly inputOf: (values: Values) => InputOf<Name>;
  /** What a save sends: those fields that the person has changed. */
  readonly patchOf: (values: Values, before: ItemOf<Name>) => PatchOf<Name>;
  /** What each value is called where two versions are compared; what has no label is not shown. */
  readonly labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** What deleting it does to others. */
  readonly consequences: (item: ItemOf<Name>) => ComponentChildren;
  /** The names of the secrets that a create or a rotation reveals, by field. */
  readonly secretLabels?: Readonly<Record<string, string>>;
}

/** Any kind, where it does not matter which. */
// biome-ignore lint/suspicious/noExplicitAny: the types of its parts belong together inside each kind
export type AnyKind = Kind<any, any>;

/** The fields of `next` that differ from those of `before`. */
export function changesOf<Values extends object>(next: Values, before: Values): Partial<Values> {
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
