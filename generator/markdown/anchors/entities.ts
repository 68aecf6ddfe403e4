import type { AnchorRequest } from "./anchor-rule.ts";

/** A code span, or a character reference. */
const CODE_OR_ENTITY =
  /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gis;

/** The names that headings use. */
const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["rarr", "→"],
]);

/** Returns a heading's text with its character references as they are written: `A &amp; B`. */
export function withEntities({ text, raw }: AnchorRequest): string {
  let result = "";
  let end = 0;
  for (const [source, , code, decimal, hexadecimal, name] of raw.matchAll(CODE_OR_ENTITY)) {
    const part = code?.trim() ?? NAMED.get(name ?? "") ?? numbered(decimal, hexadecimal);
    const start = part === null ? -1 : text.indexOf(part, end);
    if (start < 0) continue;
    result += text.slice(end, start) + (code === undefined ? source : part);
    end = start + part!.length;
  }
  return result + text.slice(end);
}

function numbered(decimal: string | undefined, hexadecimal: string | undefined): string | null {
  const point = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : null;
}
