import type { RelevanceTree, Section } from "./relevance-tree.ts";

/**
 * What answers a query: a heading of a page, or any place of it if `heading` is null. Pages of one
 * title and their headings of one text are the same answer: a tree that holds several versions of a
 * page has nothing to choose one by.
 */
export interface Answer {
  readonly title: string;
  readonly heading: string | null;
}

/** What a search found, in the same words. */
export interface Found {
  readonly title: string;
  /** Null for a search that knows pages alone. */
  readonly heading: string | null;
}

/** A search over a tree. */
export interface Engine {
  /** @param except Places that are to be as if they were not there, where the search can do that. */
  find(
    query: string,
    options: { readonly limit: number; readonly except: (found: Found) => boolean },
  ): readonly Found[] | Promise<readonly Found[]>;
  /** Of its index as one would store it, in bytes; null where it cannot be stored. */
  readonly indexBytes: number | null;
  /** Whether it finds pages alone, not the places on them. */
  readonly isOfPages?: boolean;
  close?(): Promise<void>;
}

export interface Query {
  readonly set: string;
  readonly query: string;
  readonly answers: readonly Answer[];
  /** What must not be found: places that have the query from its author. */
  readonly leftOut: readonly Answer[];
  /** Whether the index that is asked has no descriptions. */
  readonly isWithoutDescriptions: boolean;
}

/** Where a right answer may be looked for. */
export type Level = "place" | "page";

/** How many different answers are looked at. */
const DEPTH = 10;

/** @returns the rank of the first right answer, from 1; 0 if none is among the first ten */
export function rankOf(
  query: Pick<Query, "answers" | "leftOut">,
  { found, level }: { readonly found: readonly Found[]; readonly level: Level },
): number {
  const seen = new Set<string>();
  for (const one of found) {
    const key = level === "page" ? one.title : JSON.stringify([one.title, one.heading]);
    if (seen.has(key)) continue;
    const isRight = query.answers.some((answer) => isMeant(one, { answer, level }));
    if (!isRight && query.leftOut.some((answer) => isMeant(one, { answer, level }))) continue;
    seen.add(key);
    if (isRight) return seen.size;
    if (seen.size === DEPTH) return 0;
  }
  return 0;
}

/** What a search is to take as not there: what is left out and is not an answer. */
export function exceptOf({ answers, leftOut }: Query): (found: Found) => boolean {
  const level = "place";
  return (found) =>
    leftOut.some((answer) => isMeant(found, { answer, level })) &&
    !answers.some((answer) => isMeant(found, { answer, level }));
}

function isMeant(
  found: Found,
  { answer, level }: { readonly answer: Answer; readonly level: Level },
): boolean {
  if (found.title !== answer.title) return false;
  return level === "page" || answer.heading === null || found.heading === answer.heading;
}

/** A section as an answer. */
export function answerOf({ title, heading }: Section): Answer {
  return { title, heading };
}

/** A written address, `id` or `id#anchor`, as an answer. */
export function answerAt(address: string, { docs }: RelevanceTree): Answer {
  const [id, anchor] = address.split("#");
  const doc = docs.find((each) => each.id === id);
  const heading = doc?.headings.find((each) => each.anchor === anchor);
  if (!doc || (anchor !== undefined && !heading)) {
    throw new Error(`"${address}" is a right answer to a question, but the tree does not have it.`);
  }
  return { title: doc.title, heading: heading?.text ?? null };
}
