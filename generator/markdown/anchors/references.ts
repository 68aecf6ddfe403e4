import type { AnchorRequest } from "./anchor-rule.ts";
import { findCodeSpans } from "./code-spans.ts";

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;

/** The names that headings use. */
const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["shy", "\u00ad"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["rarr", "→"],
]);

/** A part of a heading, in its source and in its text. */
interface SourcePart {
  readonly start: number;
  readonly text: string;
  /** The text that stands for it in the result. */
  readonly result: string;
}

/** Returns a heading's text with its character references as they are written: `A &amp; B`. */
export function withReferences({ text, raw }: AnchorRequest): string {
  const references = referencesIn(raw);
  if (references.length === 0) return text;
  let result = "";
  let end = 0;
  for (const part of references) {
    const start = text.indexOf(part.text, end);
    if (start < 0) continue;
    result += text.slice(end, start) + part.result;
    end = start + part.text.length;
  }
  return result + text.slice(end);
}

/** Finds the character references, and the code spans, in which there are none. */
function referencesIn(raw: string): SourcePart[] {
  const references = [...raw.matchAll(REFERENCE)].flatMap((match): SourcePart[] => {
    const character = characterOf(match);
    return character ? [{ start: match.index, text: character, result: match[0] }] : [];
  });
  if (references.length === 0) return [];
  const spans = findCodeSpans(raw);
  const code = spans.map(({ start, code: text }) => ({ start, text, result: text }));
  let at = 0;
  const outside = references.filter(({ start }) => {
    while (at < spans.length && spans[at]!.end <= start) at++;
    return at === spans.length || spans[at]!.start > start;
  });
  return [...outside, ...code].sort((left, right) => left.start - right.start);
}

function characterOf([, decimal, hexadecimal, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return NAMED.get(name);
  const point = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
