import { toNfc } from "../../../corpus/text/fold.ts";

/** A pattern of addresses, such as `/:lang/docs/*`: segments that are matched in linear time. */
export type AddressPattern = readonly SegmentPattern[];

/** A part of a pattern between slashes, in which at most one thing is open. */
interface SegmentPattern {
  readonly prefix: string;
  /** Name of what stands between prefix and suffix; null if the segment is its prefix. */
  readonly name: string | null;
  readonly suffix: string;
  /** True if what stands there can have slashes, or be absent with its segment. */
  readonly isRest: boolean;
}

/** How a file of redirects writes its patterns. */
export interface PatternSyntax {
  /**
   * Matches what is open, globally: with the group `name` if it has one, and `rest` if it can have
   * slashes.
   */
  readonly open: RegExp;
  /** Matches characters that are a pattern of a kind that is not read. */
  readonly foreign: RegExp;
  /** The name of what has none. */
  readonly unnamed: string;
}

/** The syntax of `_redirects`: `:name` is a part of a segment, `*` anything. */
export const SPLAT_SYNTAX: PatternSyntax = {
  open: /:(?<name>[A-Za-z]\w*)|(?<rest>\*)/g,
  foreign: /(?!)/,
  unnamed: "splat",
};

/** The syntax of `vercel.json`: `:name` is a part of a segment, `:name*` and `(.*)` anything. */
export const PATH_SYNTAX: PatternSyntax = {
  open: /:(?<name>\w+)(?<rest>\(\.\*\)|\*)?|(?<unnamed>\(\.\*\))/g,
  foreign: /[(){}[\]|?+*\\^$]/,
  unnamed: "1",
};

/**
 * Reads a pattern.
 *
 * @returns null if it cannot be matched in linear time: with two open parts in one segment, several
 *   that can have slashes, or a regular expression
 */
export function parsePattern(source: string, syntax: PatternSyntax): AddressPattern | null {
  const segments = segmentsOf(source).map((text) => parseSegment(text, syntax));
  const isLinear = !segments.includes(null) && segments.filter((each) => each?.isRest).length <= 1;
  return isLinear ? (segments as AddressPattern) : null;
}

function parseSegment(
  text: string,
  { open, foreign, unnamed }: PatternSyntax,
): SegmentPattern | null {
  const [match, ...others] = text.matchAll(open);
  const prefix = text.slice(0, match?.index);
  const suffix = match ? text.slice(match.index + match[0].length) : "";
  if (others.length > 0 || foreign.test(prefix) || foreign.test(suffix)) return null;
  const { name, rest, unnamed: any } = match?.groups ?? {};
  return {
    prefix: decodeAddress(prefix),
    name: match ? (name ?? unnamed) : null,
    suffix: decodeAddress(suffix),
    isRest: rest !== undefined || any !== undefined,
  };
}

/** Tells whether a pattern has open parts: otherwise it is an address. */
export function isOpen(pattern: AddressPattern): boolean {
  return pattern.some(({ name }) => name !== null);
}

/** Tells whether a pattern consists of open parts, such as `/*`: it says nothing about what exists. */
export function isCatchAll(pattern: AddressPattern): boolean {
  return isOpen(pattern) && pattern.every(({ prefix, suffix }) => prefix === "" && suffix === "");
}

/**
 * Matches the segments of an address, in linear time.
 *
 * @returns what each name stands for, or null
 */
export function matchPattern(
  pattern: AddressPattern,
  segments: readonly string[],
): ReadonlyMap<string, string> | null {
  const restAt = pattern.findIndex(({ isRest }) => isRest);
  const surplus = segments.length - pattern.length;
  if (restAt < 0 ? surplus !== 0 : surplus < -1) return null;
  const values = new Map<string, string>();
  for (const [at, segment] of pattern.entries()) {
    if (at === restAt) continue;
    const isAfter = restAt >= 0 && at > restAt;
    const value = valueIn(segments[isAfter ? at + surplus : at]!, segment);
    if (value === null) return null;
    if (segment.name !== null) values.set(segment.name, value);
  }
  const rest = pattern[restAt];
  if (rest === undefined) return values;
  const value = valueIn(segments.slice(restAt, restAt + surplus + 1).join("/"), rest);
  return value === null ? null : values.set(rest.name!, value);
}

/** Returns what stands in the open part of a segment; null if the segment does not match. */
function valueIn(text: string, { prefix, name, suffix, isRest }: SegmentPattern): string | null {
  if (name === null) return text === prefix ? "" : null;
  const isMatch =
    text.startsWith(prefix) &&
    text.endsWith(suffix) &&
    text.length >= prefix.length + suffix.length + (isRest ? 0 : 1);
  return isMatch ? text.slice(prefix.length, text.length - suffix.length) : null;
}

/** Puts what names stand for into a target: `/new/:name`, `/new/:splat`, `/new/:path*`, `/new/$1`. */
export function fillTarget(target: string, values: ReadonlyMap<string, string>): string {
  return target.replace(/:(\w+)\*?|\$(\d)/g, (whole, name?: string, index?: string) => {
    return values.get(name ?? index!) ?? whole;
  });
}

/**
 * Writes an address in one form, to compare it: decoded, without query, fragment and final slash.
 */
export function normalAddress(address: string): string {
  const [path] = address.split(/[?#]/, 1);
  return `/${segmentsOf(decodeAddress(path!)).join("/")}`;
}

/** Returns the parts of an address between slashes, without a final slash. */
export function segmentsOf(address: string): string[] {
  const path = address.replace(/^\/|\/$/g, "");
  return path === "" ? [] : path.split("/");
}

/** Decodes an address; one that is not encoded right stays as it is. */
export function decodeAddress(address: string): string {
  try {
    return toNfc(decodeURIComponent(address));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return toNfc(address);
  }
}
