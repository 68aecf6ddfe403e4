import type { Answer, RelevanceTree, Section } from "./tree.ts";

export type { Answer };

/** A place or page that a search found. */
export interface SearchResult {
  readonly title: string;
  /** Null for a search that finds only pages. */
  readonly heading: string | null;
}

/** A search over a tree. */
export interface Engine {
  find(
    query: string,
    options: { readonly limit: number },
  ): readonly SearchResult[] | Promise<readonly SearchResult[]>;
  /** Size of the stored index in bytes; null if it cannot be stored. */
  readonly indexBytes: number | null;
  /** True if it finds only pages, not the places on them. */
  readonly isOfPages?: boolean;
  close?(): Promise<void>;
}

export interface Query {
  readonly set: string;
  readonly query: string;
  readonly answers: readonly Answer[];
  /** Places that link to a right answer, which are neither right nor wrong. */
  readonly leftOut: readonly Answer[];
  /** True if the query is for an index without descriptions. */
  readonly isWithoutDescriptions: boolean;
}

/** Unit by which answers are judged. */
export type Level = "place" | "page";

/** Number of different answers that are judged. */
const DEPTH = 10;

/** @returns the rank of the first right answer, from 1; 0 if none is among the first ten */
export function rankOf(
  query: Pick<Query, "answers" | "leftOut">,
  { found, level }: { readonly found: readonly SearchResult[]; readonly level: Level },
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

/** Returns a filter for the places to leave out, which never leaves out a right answer. */
export function exceptOf({ answers, leftOut }: Query): (found: SearchResult) => boolean {
  const level = "place";
  return (found) =>
    leftOut.some((answer) => isMeant(found, { answer, level })) &&
    !answers.some((answer) => isMeant(found, { answer, level }));
}

/** Returns true if what was found is an answer; an answer without a heading is any place of its page. */
export function isMeant(
  found: SearchResult,
  { answer, level }: { readonly answer: Answer; readonly level: Level },
): boolean {
  if (found.title !== answer.title) return false;
  return level === "page" || answer.heading === null || found.heading === answer.heading;
}

/** Returns a section as an answer. */
export function answerOf({ title, heading }: Section): Answer {
  return { title, heading };
}

/** Returns the answer at an address, which is `id` or `id#anchor`. */
export function answerAt(address: string, { docs }: RelevanceTree): Answer {
  const [id, anchor] = address.split("#");
  const doc = docs.find((each) => each.id === id);
  const heading = doc?.headings.find((each) => each.anchor === anchor);
  if (!doc || (anchor !== undefined && !heading)) {
    throw new Error(`"${address}" is a right answer to a question, but the tree does not have it.`);
  }
  return { title: doc.title, heading: heading?.text ?? null };
}
