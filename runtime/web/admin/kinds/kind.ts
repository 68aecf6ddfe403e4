import type { ComponentChildren, ComponentType } from "preact";
import type {
  CollectionFacts,
  CollectionName,
  InputOf,
  ItemOf,
  ItemVersion,
  PatchOf,
  Secrets,
} from "../api/collections.ts";
import type { Notice } from "../api/types.ts";
import type { Choice } from "../parts/field.tsx";
import type { FormState, Mistakes } from "../parts/form.tsx";
import type { Column } from "../parts/lists/table.tsx";
import type { Session } from "../session.tsx";

/** Props of a form that edits the values of an item. */
export interface FieldsProps<Values extends object, Item, Others = null> {
  readonly form: FormState<Values>;
  /** The item to change; left out for a new one. */
  readonly item?: Item;
  readonly others: Others;
}

/** An item, and the other data read with it. */
export interface ItemView<Item, Others = null> {
  readonly item: Item;
  readonly others: Others;
}

export interface ItemProps<Item, Others = null> extends ItemView<Item, Others> {
  readonly etag: string | undefined;
  /** Shows the item as an action returned it. */
  readonly replace: (next: ItemVersion<Item>) => void;
  /** Reads the item again. */
  readonly reload: () => void;
}

/** The result of an action. */
export interface Outcome<Item> {
  /** A brief message. */
  readonly said: string;
  /** The item after the action, if the action changed it, with any revealed secrets. */
  readonly next?: ItemVersion<Item> & { readonly secrets?: Secrets };
  /** The notices that it sent, with what became of them. */
  readonly outcomes?: readonly Notice[];
}

/** A choice that a person makes before an action runs. */
export interface ActionChoice {
  readonly label: string;
  /** The first is chosen at first. */
  readonly choices: readonly [Choice, ...Choice[]];
}

/** Something that can be done with an item, apart from saving and deleting. */
export interface Action<Item, Others = null> {
  /** Label of the button. */
  readonly label: string;
  /** The effect, in a sentence or two. */
  readonly about: ComponentChildren;
  /** The permission to run it. Default: the permission to write. */
  readonly permission?: "cache:w";
  /** Gives the reason why it cannot be run now. @returns Null if it can. */
  readonly obstacle?: (item: Item) => string | null;
  readonly question: string;
  readonly confirmLabel: string;
  /** True if it cannot be undone. */
  readonly isGrave?: boolean;
  /** Shown before it is run. */
  readonly warning: (shown: ItemView<Item, Others>) => ComponentChildren;
  /** Default: there is nothing to choose. */
  readonly choice?: ActionChoice;
  readonly run: (
    target: { readonly id: string; readonly etag: string | undefined },
    choice: string,
  ) => Promise<Outcome<Item>>;
}

/** The items of another collection that are deleted with an item. */
export interface Parts {
  readonly collection: CollectionName;
  readonly query: Readonly<Record<string, string>>;
}

/** The API key or webhook of notices, as the log is filtered by it. */
export type NoticesOf = { readonly apiKeyId: string } | { readonly webhookId: string };

/** A way to narrow a list. */
export interface Filter {
  /** Its parameter in the address. */
  readonly name: string;
  readonly label: string;
  /** The first choice, which does not narrow the list. Default: All. */
  readonly all?: string;
  /** The choices; or the collection whose items they are. */
  readonly choices: readonly { readonly value: string; readonly text: string }[] | CollectionName;
  /** Returns the parameters for the server. Default: the same as in the address. */
  readonly sent?: (value: string) => Readonly<Record<string, string>>;
}

/**
 * How the console shows one collection. All collections share the same screens; this holds the
 * differences.
 */
export interface Kind<Name extends CollectionName, Values extends object, Others = null>
  extends CollectionFacts {
  readonly collection: Name;
  /** Purpose of these items, in a sentence or two. */
  readonly about: ComponentChildren;
  /** Why there should be one; shown while there is none. */
  readonly why: string;
  /** Title of the column with the name, if it is not "Name". */
  readonly nameTitle?: string;
  /** The field with the name. Default: name. */
  readonly nameField?: string;
  /** Columns of the list after the name. */
  readonly columns: readonly Column<ItemOf<Name>>[];
  readonly filters?: readonly Filter[];
  /** True if items can be imported from a file. */
  readonly hasImport?: boolean;
  /** Reads the data of other collections that an item's page shows. */
  readonly loadOthers?: (session: Session) => Promise<Others>;
  /** Facts about an item that are not in its form. */
  readonly Facts: ComponentType<ItemProps<ItemOf<Name>, Others>>;
  readonly Fields: ComponentType<FieldsProps<Values, ItemOf<Name>, Others>>;
  /** Fields shown as facts, in this order, to people who may not write. */
  readonly readable?: readonly (keyof Values & string)[];
  readonly actions?: readonly Action<ItemOf<Name>, Others>[];
  /** The notices that an item's page shows the last of. */
  readonly noticesOf?: (item: ItemOf<Name>) => NoticesOf;
  /** More about an item, in separate cards. */
  readonly More?: ComponentType<ItemProps<ItemOf<Name>, Others>>;
  /** Initial values of the form for a new item. */
  readonly blank: Values;
  readonly valuesOf: (item: ItemOf<Name>) => Values;
  readonly findMistakes: (values: Values) => Mistakes;
  readonly inputOf: (values: Values) => InputOf<Name>;
  /** Returns the fields that the person has changed, to send on save. */
  readonly patchOf: (values: Values, before: ItemOf<Name>) => PatchOf<Name>;
  /** Labels of the values outside the form. */
  readonly labels: Readonly<Record<keyof Values & string, string>>;
  /** Formats a value outside the form, if its plain text says little. */
  readonly show?: (
    field: keyof Values & string,
    value: Values[keyof Values & string],
    others: Others,
  ) => ComponentChildren;
  /** How deleting the item affects others. */
  readonly consequences: (item: ItemOf<Name>, others: Others) => ComponentChildren;
  /** Finds what is deleted with an item. Default: nothing is. */
  readonly partsOf?: (item: ItemOf<Name>) => Parts;
  /** The names of the secrets that a create, a change or a rotation reveals, by field. */
  readonly secretLabels?: Readonly<Record<string, string>>;
  /** Returns whether an item has a secret. Default: all have, if there are `secretLabels`. */
  readonly hasSecret?: (item: ItemOf<Name>) => boolean;
}

/** Any kind, where it does not matter which. */
// biome-ignore lint/suspicious/noExplicitAny: the types of its parts belong together inside each kind
export type AnyKind = Kind<any, any, any>;

export function hasSecret(
  { secretLabels, hasSecret }: Pick<AnyKind, "secretLabels" | "hasSecret">,
  item: ItemOf<CollectionName>,
): boolean {
  return secretLabels !== undefined && (hasSecret?.(item) ?? true);
}

/** Returns the fields of `next` that differ from those of `before`. */
export function changesOf<Values extends object>(next: Values, before: Values): Partial<Values> {
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
