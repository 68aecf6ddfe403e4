import { DocgateError } from "../error.ts";
import type { Doc, Field } from "../schema.ts";
import { Column, invalidArgument } from "./column.ts";
import { isListType } from "./field-types.ts";
import { type AnyFields, type Columns, columnOf, type DocFilter, selectDocs } from "./filter.ts";

/** A field to sort docs by. Docs without a value come last. */
export interface DocOrder<Fields = AnyFields> {
  /** Its name. Lists have no order. */
  readonly field: keyof Fields & string;
  /** Default: `asc`. */
  readonly direction?: "asc" | "desc" | null | undefined;
}

/** Which docs are wanted, and in which order. */
export interface DocsQuery<Fields = AnyFields> {
  /** Default: all. */
  readonly where?: DocFilter<Fields> | null | undefined;
  /** Default: their order, that of paths. Docs with equal values are in order of path. */
  readonly orderBy?: readonly DocOrder<Fields>[] | null | undefined;
  /** How many to leave out at the start. Default: 0. */
  readonly offset?: number | null | undefined;
  /** Maximum number of docs to return. Default: all. */
  readonly limit?: number | null | undefined;
  /** Docs of the same corpus to choose from, such as those that a search found. Default: all. */
  readonly among?: readonly Doc[] | undefined;
}

/** A doc with the fields that the configuration names. */
export type DocWithFields<Fields = AnyFields> = Omit<Doc, "fields"> & { readonly fields: Fields };

/** Finds docs of a corpus by the fields of their frontmatter. */
export type FindDocs<Fields = AnyFields> = (
  query?: DocsQuery<Fields>,
) => readonly DocWithFields<Fields>[];

/**
 * Makes the columns of a corpus, and the function that finds docs by them.
 *
 * @throws {DocgateError} `corpus-layout` if a doc has a value of another type, or of no field
 */
export function createFindDocs(
  docs: readonly Doc[],
  fields: Readonly<Record<string, Field>> = {},
): FindDocs {
  const columns: Columns = new Map(
    Object.entries(fields).map(([name, field]) => {
      const values = docs.map((doc) => fieldOf(doc, name));
      return [name, new Column(name, field, values)];
    }),
  );
  let rows: Map<Doc, number> | undefined;

  return ({ where, orderBy, offset, limit, among } = {}) => {
    const from = checkCount("offset", offset ?? 0);
    const to = from + checkCount("limit", limit ?? docs.length);
    const selected = where ? selectDocs(where, { columns, count: docs.length }) : null;
    const orders = ordersOf(orderBy ?? [], columns);
    if (orders.length === 0 && (among === undefined || selected === null)) {
      const found = selected === null ? (among ?? docs) : docs.filter((_, row) => selected[row]);
      return found.slice(from, to) as readonly DocWithFields[];
    }
    rows ??= new Map(docs.map((doc, row) => [doc, row]));
    const wanted = (among ?? docs).map((doc) => rows!.get(doc)!);
    const found = selected === null ? wanted : wanted.filter((row) => selected[row] === 1);
    if (orders.length > 0) found.sort((left, right) => compareBy(orders, { left, right }));
    return found.slice(from, to).map((row) => docs[row]!) as readonly DocWithFields[];
  };
}

function fieldOf({ fields }: Doc, name: string) {
  if (fields === undefined) {
    throw new DocgateError("corpus-layout", "A doc has no fields.");
  }
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

interface ColumnOrder {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** Returns what docs are sorted by; only the first order by a field counts. */
function ordersOf(orderBy: readonly DocOrder[], columns: Columns): ColumnOrder[] {
  const byField = new Map<string, ColumnOrder>();
  for (const order of orderBy) {
    const known = byField.get(order.field);
    byField.set(order.field, known ?? orderOf(order, columns));
  }
  return [...byField.values()];
}

function orderOf({ field, direction }: DocOrder, columns: Columns): ColumnOrder {
  const column = columnOf(field, columns);
  if (isListType(column.field.type)) {
    throw invalidArgument(`Docs cannot be sorted by "${field}", which is a list.`);
  }
  const order = direction ?? "asc";
  if (order !== "asc" && order !== "desc") {
    throw invalidArgument(`Unknown direction ${JSON.stringify(order)}: expected asc or desc.`);
  }
  return { column, isDescending: order === "desc" };
}

function compareBy(
  orders: readonly ColumnOrder[],
  { left, right }: { readonly left: number; readonly right: number },
): number {
  for (const { column, isDescending } of orders) {
    const order = column.compare(left, right, { isDescending });
    if (order !== 0) return order;
  }
  return left - right;
}

function checkCount(argument: "offset" | "limit", count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw invalidArgument(
    `Argument "${argument}" must be a whole number, 0 or more, but it is ${count}.`,
  );
}
