import type { ComponentChildren, ComponentType } from "preact";
import type {
  CollectionFacts,
  CollectionName,
  InputOf,
  ItemOf,
  PatchOf,
  Secrets,
  Versioned,
} from "../api/collections.ts";
import type { FormState, Mistakes } from "../parts/form.tsx";
import type { Column } from "../parts/table.tsx";
import type { Session } from "../session.tsx";

/** What is written of an item: the values of its form. */
export interface FieldsProps<Values extends object, Item, Others = null> {
  readonly form: FormState<Values>;
  /** What is changed; left out where a new one is made. */
  readonly item?: Item;
  readonly others: Others;
}

/** An item, and what else is read with it. */
export interface Shown<Item, Others = null> {
  readonly item: Item;
  readonly others: Others;
}

export interface ItemProps<Item, Others = null> extends Shown<Item, Others> {
  readonly etag: string | undefined;
  /** Shows the item as an action has left it. */
  readonly replace: (next: Versioned<Item>) => void;
  /** Reads the item again. */
  readonly reload: () => void;
}

/** What an action has done. */
export interface Outcome<Item> {
  /** Said in passing. */
  readonly said: string;
  /** The item afterwards, if the action has changed it, with what is revealed of it. */
  readonly next?: Versioned<Item> & { readonly secrets?: Secrets };
  /** Whether notices are on their way, whose fate is in the notice log. */
  readonly hasNotices?: boolean;
}

/** Something that can be done with an item, beside saving and deleting. */
export interface Action<Item, Others = null> {
  /** On the button. */
  readonly label: string;
  /** What it does, in a sentence or two. */
  readonly about: ComponentChildren;
  /** Who may; who may write, unless told. */
  readonly permission?: "cache:w";
  /** Why it cannot be done now. @returns Null where it can. */
  readonly obstacle?: (item: Item) => string | null;
  readonly question: string;
  readonly confirmLabel: string;
  /** Whether it cannot be taken back. */
  readonly isGrave?: boolean;
  /** What is said before it is done. */
  readonly warning: (shown: Shown<Item, Others>) => ComponentChildren;
  readonly run: (target: {
    readonly id: string;
    readonly etag: string | undefined;
  }) => Promise<Outcome<Item>>;
}

/** One way to narrow a list down; the first choice is the whole. */
export interface Filter {
  readonly label: string;
  readonly choices: readonly {
    readonly text: string;
    readonly query: () => Readonly<Record<string, string>>;
  }[];
}

/** How the console shows one collection. Screens are the same for all; this is what differs. */
export interface Kind<Name extends CollectionName, Values extends object, Others = null>
  extends CollectionFacts {
  readonly collection: Name;
  /** What these are for, in a sentence or two. */
  readonly about: ComponentChildren;
  /** What the name is called, where it is no name. */
  readonly nameTitle?: string;
  /** Of the list, after the name; loaded where they show something of other collections. */
  readonly columns: readonly Column<ItemOf<Name>>[] | (() => Promise<Columns<ItemOf<Name>>>);
  /** Loaded where the choices are of another collection. */
  readonly filters?: readonly Filter[] | ((session: Session) => Promise<readonly Filter[]>);
  /** Reads what an item's page shows of other collections. */
  readonly loadOthers?: (session: Session) => Promise<Others>;
  /** What can be read of an item and is not in its form. */
  readonly Facts: ComponentType<ItemProps<ItemOf<Name>, Others>>;
  readonly Fields: ComponentType<FieldsProps<Values, ItemOf<Name>, Others>>;
  /** Fields that who may not write is shown as facts, in this order. */
  readonly readable?: readonly (keyof Values & string)[];
  readonly actions?: readonly Action<ItemOf<Name>, Others>[];
  /** More about an item, in cards of their own. */
  readonly More?: ComponentType<ItemProps<ItemOf<Name>, Others>>;
  /** The form of a new item. */
  readonly blank: Values;
  readonly valuesOf: (item: ItemOf<Name>) => Values;
  readonly findMistakes: (values: Values) => Mistakes;
  readonly inputOf: (values: Values) => InputOf<Name>;
  /** What a save sends: those fields that the person has changed. */
  readonly patchOf: (values: Values, before: ItemOf<Name>) => PatchOf<Name>;
  /** What is read aloud and shown of each value where it is no field. */
  readonly labels: Readonly<Record<keyof Values & string, string>>;
  /** A value as it is shown where it is no field, if its text alone says little. */
  readonly show?: (
    field: keyof Values & string,
    value: Values[keyof Values & string],
    others: Others,
  ) => ComponentChildren;
  /** What deleting it does to others. */
  readonly consequences: (item: ItemOf<Name>, others: Others) => ComponentChildren;
  /** The names of the secrets that a create or a rotation reveals, by field. */
  readonly secretLabels?: Readonly<Record<string, string>>;
}

type Columns<Item> = readonly Column<Item>[];

/** Any kind, where it does not matter which. */
// biome-ignore lint/suspicious/noExplicitAny: the types of its parts belong together inside each kind
export type AnyKind = Kind<any, any, any>;

/** The fields of `next` that differ from those of `before`. */
export function changesOf<Values extends object>(next: Values, before: Values): Partial<Values> {
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
