import { lettersOf, wordsOf } from "./plain-words.ts";

/** A number by which files are ordered: `01-start.md`, `1.start.md`. */
const ORDER = /^\d{1,3}[-._ ]+(?=\D)/;
const INDEX = /^_?(?:index|readme)$/;

/**
 * Returns the names in a path or address in the form in which the two are compared: without what
 * generators change in most addresses, which are suffixes, indexes, numbers, case and punctuation.
 */
export function namesOf(path: string): string[] {
  return foldersOf(path).map((name) => lettersOf(name.replace(ORDER, "")));
}

/** Returns the names in a path or address as they are, without suffix and index. */
export function foldersOf(path: string): string[] {
  const names = path
    .replace(/\.(?:mdx?|markdown|html?)$/i, "")
    .split("/")
    .filter(Boolean);
  return INDEX.test(names.at(-1)?.toLowerCase() ?? "") ? names.slice(0, -1) : names;
}

/** How a path and an address compare. */
export interface PathLikeness {
  /** The number of names at the end that are the same. */
  readonly common: number;
  /** True if all names are the same. */
  readonly isSame: boolean;
  /** What comes before in both, as a key. */
  readonly rest: string;
  /** The part of the words that both have, from 0 to 1. */
  readonly likeness: number;
}

export function comparePaths(path: string, address: string): PathLikeness {
  const [left, right] = [namesOf(path), namesOf(address)];
  let common = 0;
  while (
    common < Math.min(left.length, right.length) &&
    left.at(-1 - common) === right.at(-1 - common)
  ) {
    common++;
  }
  const rests = [left, right].map((names) => names.slice(0, names.length - common).join("/"));
  return {
    common,
    isSame: rests.every((rest) => rest === ""),
    rest: rests.join(" → "),
    likeness: likeness(wordsOf(path), wordsOf(address)),
  };
}

function likeness(left: readonly string[], right: readonly string[]): number {
  const words = new Set(left);
  const common = right.filter((word) => words.has(word)).length;
  return left.length + right.length === 0 ? 1 : (2 * common) / (left.length + right.length);
}
