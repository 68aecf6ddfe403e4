import { lettersOf } from "./plain-words.ts";

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
  /** The names before those in both, as a key. */
  readonly rest: string;
}

export function comparePaths(path: string, address: string): PathLikeness {
  const [left, right] = [namesOf(path), namesOf(address)];
  const least = Math.min(left.length, right.length);
  let common = 0;
  while (common < least && left.at(-1 - common) === right.at(-1 - common)) common++;
  const rests = [left, right].map((names) => names.slice(0, names.length - common).join("/"));
  return {
    common,
    isSame: rests.every((rest) => rest === ""),
    rest: rests.join(" → "),
  };
}

/**
 * Returns the one of several addresses that a path names: all that it has and others do not have is
 * in the path. `version-1.2/start.md` names `/1.2/start` rather than `/1.3/start`.
 *
 * @returns its place; -1 if no address, or none more than another, is named
 */
export function namedAddress(path: string, addresses: readonly string[]): number {
  const own = new Set(foldersOf(path).flatMap((name) => [lettersOf(name), ...partsOf(name)]));
  const folders = addresses.map((address) => new Set(foldersOf(address)));
  const counts = folders.map((names) => {
    const special = [...names].filter((name) => !folders.every((others) => others.has(name)));
    const isNamed = special.every(
      (name) => own.has(lettersOf(name)) || own.has(name.toLowerCase()),
    );
    return isNamed ? special.length : -1;
  });
  const most = Math.max(...counts);
  const best = counts.indexOf(most);
  return most >= 0 && best === counts.lastIndexOf(most) ? best : -1;
}

/** Returns the parts of a name: `version` and `1.2` of `version-1.2`. */
function partsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}.]+/u);
}
