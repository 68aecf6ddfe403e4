import * as z from "zod";
import type { OwnedRow } from "../../store/rows.ts";
import { Refusal } from "../refusal.ts";

/** Compares rows of one collection, none of which are equal. */
type Order<Row> = (one: Row, other: Row) => number;

/** People expect `Shop 2` before `shop 10`. */
const { compare } = new Intl.Collator("en", { numeric: true });

/** `?sort=`: a field, with `-` in front for the reverse. */
export function sortQuery(fields: readonly string[]) {
  const names = ["createdAt", ...fields];
  return z
    .enum(names.flatMap((name) => [name, `-${name}`]))
    .default("createdAt")
    .describe("The field to sort by, with `-` in front for descending order.");
}

/** Returns the order that `?sort=` asks for; equal values are in order of creation. */
export function orderOf<Row extends OwnedRow>(sort: string): Order<Row> {
  const isReversed = sort.startsWith("-");
  const field = (isReversed ? sort.slice(1) : sort) as keyof Row;
  const order: Order<Row> =
    field === "createdAt"
      ? byCreation
      : (one, other) => compare(textOf(one[field]), textOf(other[field])) || byCreation(one, other);
  return isReversed ? (one, other) => order(other, one) : order;
}

/** Ids are in order of creation. */
function byCreation(one: OwnedRow, other: OwnedRow): number {
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

function textOf(value: unknown): string {
  return (value as string | null) ?? "";
}

interface Continuation<Row> {
  readonly order: Order<Row>;
  readonly sort: string;
  /** The id of the last item of the page before. */
  readonly after: string | undefined;
}

/**
 * Returns the test for rows of the following pages.
 *
 * @param rows among which the last item of the page before is
 * @throws {Refusal} 400 if the place where to continue cannot be found, because the item is gone
 */
export function afterPage<Row extends OwnedRow>(
  rows: readonly Row[],
  { order, sort, after }: Continuation<Row>,
): (row: Row) => boolean {
  if (after === undefined) return () => true;
  const isByCreation = sort.endsWith("createdAt");
  const last = rows.find(({ id }) => id === after) ?? (isByCreation && ({ id: after } as Row));
  if (last) return (row) => order(row, last) > 0;
  const message = "No item has this id any longer: start again without it.";
  throw new Refusal(`after: ${message}`, { status: 400, errors: [{ path: "after", message }] });
}
