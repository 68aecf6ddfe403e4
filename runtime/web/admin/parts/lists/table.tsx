import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import "./table.css";

/**
 * The content of a column, which gives its width. A narrow screen shows the name and the state in a
 * first line, and the rest below, in grey.
 */
type Form = "name" | "state" | "time" | "prefix" | "code" | "number" | "text";

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => ComponentChildren;
  /** Default: text. */
  readonly form?: Form;
  /** Said before the value where there is no title, on a narrow screen. */
  readonly brief?: string;
  /** True if its values are longer than others of its form. */
  readonly isWide?: boolean;
  /** True if there is room for it on a wide screen only. */
  readonly isExtra?: boolean;
  /** The field by which the server sorts. Default: the list cannot be sorted by this column. */
  readonly sort?: string;
}

/** The order of a list, which the titles of its columns change. */
export interface Sorting {
  /** A field, with `-` in front for descending order. */
  readonly by: string;
  readonly linkTo: (by: string) => string;
}

interface TableProps<Item> {
  /** Read aloud before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  /** Undefined while they are loading: the table keeps their place. */
  readonly items: readonly Item[] | undefined;
  readonly keyOf: (item: Item) => string;
  readonly sorting?: Sorting;
  /** More about an item, unfolded below its row. Default: a row has a link to its item. */
  readonly More?: ((props: { readonly item: Item }) => ComponentChildren) | undefined;
}

/** Rows that hold the place of those that are loading. */
const PLACEHOLDERS = [1, 2, 3, 4, 5];
/** Relative times change while they are looked at. */
const TICK_MS = 30_000;

/**
 * A table with rows of one line. A click anywhere in a row follows the row's link, or unfolds more
 * about its item. On a narrow screen each row is a card of two lines.
 */
export function Table<Item>(props: TableProps<Item>) {
  const { caption, columns, items, keyOf, sorting, More } = props;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <table class="rows" aria-busy={items === undefined}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Title key={column.title} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {items === undefined
          ? PLACEHOLDERS.map((number) => (
              <tr key={number} class="placeholder">
                {columns.map((column) => (
                  <td key={column.title} class={classOf(column, columns)} />
                ))}
              </tr>
            ))
          : items.map((item) => (
              <Row key={keyOf(item)} item={item} columns={columns} More={More} />
            ))}
      </tbody>
    </table>
  );
}

interface TitleProps {
  // biome-ignore lint/suspicious/noExplicitAny: the title does not depend on the items
  readonly column: Column<any>;
  readonly sorting: Sorting | undefined;
}

function Title({ column, sorting }: TitleProps) {
  const { title, form, sort } = column;
  const name = classOf(column);
  if (!sort || !sorting) {
    return (
      <th scope="col" class={name}>
        {title}
      </th>
    );
  }
  const isDescending = sorting.by === `-${sort}`;
  const isSorted = isDescending || sorting.by === sort;
  // Times start with the newest, texts with A.
  const isNewestFirst = form === "time";
  const next = isSorted ? !isDescending : isNewestFirst;
  return (
    <th
      scope="col"
      class={name}
      aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
    >
      <a href={sorting.linkTo(next ? `-${sort}` : sort)}>{title}</a>
    </th>
  );
}

interface RowProps<Item> extends Pick<TableProps<Item>, "columns" | "More"> {
  readonly item: Item;
}

function Row<Item>({ item, columns, More }: RowProps<Item>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const extras = columns.filter(({ isExtra }) => isExtra);
  const cells = columns.map((column) => {
    const { title, form, brief, cell } = column;
    return (
      <td key={title} class={classOf(column, columns)} data-brief={brief}>
        {More && form === "name" ? (
          <button
            type="button"
            class="row-link"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {cell(item)}
          </button>
        ) : (
          cell(item)
        )}
      </td>
    );
  });
  return (
    <>
      <tr class={isOpen ? "open" : undefined} onClick={followRow}>
        {cells}
      </tr>
      {More && (
        <tr id={id} class="more" hidden={!isOpen}>
          <td colSpan={columns.length - extras.length}>{isOpen && <More item={item} />}</td>
          {extras.map(({ title }) => (
            <td key={title} class="extra" />
          ))}
        </tr>
      )}
    </>
  );
}

/** Values that lie above the row's link show their whole text to the mouse, and act like the link. */
function followRow({ target, currentTarget }: MouseEvent): void {
  if ((target as Element).closest("a, button") || String(window.getSelection()) !== "") return;
  (currentTarget as Element).querySelector<HTMLElement>(".row-link")?.click();
}

/** Returns the classes of a cell; facts make up the second line of a card. */
function classOf<Item>(column: Column<Item>, columns: readonly Column<Item>[] = []): string {
  const { form = "text", isExtra, isWide } = column;
  const facts = columns.filter((one) => isFact(one) && !one.isExtra);
  const index = facts.indexOf(column);
  return [
    form,
    isWide && "wide",
    isExtra && "extra",
    index >= 0 && "fact",
    index > 0 && "next",
    index >= 0 && index === facts.length - 1 && `last-${index + 1}`,
  ]
    .filter(Boolean)
    .join(" ");
}

function isFact<Item>({ form }: Column<Item>): boolean {
  return form !== "name" && form !== "state";
}
