/** A name in two parts: what only orders it, and what is in ids and addresses. */
export interface PrefixedName {
  readonly name: string;
  /** Null if the name has no number. */
  readonly number: number | null;
}

/** Dates and versions, whose numbers are part of the name: `2021-11-foo`, `7.0-foo`. */
const DATE_OR_VERSION = /^\d+[-_.]\d+/;
const NUMBERED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;

/** Splits the name of a file or folder as Docusaurus does by default: `01-intro` is `intro`. */
export function splitNumber(name: string): PrefixedName {
  const match = DATE_OR_VERSION.test(name) ? null : NUMBERED.exec(name);
  return match === null
    ? { name, number: null }
    : { name: match[2]!, number: Number.parseInt(match[1]!, 10) };
}

/** Takes names as they are, as `numberPrefixParser: false` does. */
export function keepNumber(name: string): PrefixedName {
  return { name, number: null };
}
