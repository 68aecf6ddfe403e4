/** The destination of a link, as written. */
export interface Target {
  /** Offsets, including `<` and `>` around it. */
  readonly start: number;
  readonly end: number;
  /** Without escapes. */
  readonly target: string;
}

const POINTED = /<((?:[^<>\\\r\n]|\\.)*)>/y;
const SPACE = /[ \t]*(?:(?:\r\n|\r|\n)[ \t]*)?/y;
const TITLE =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()\\]*(?:\\[\s\S][^()\\]*)*\)/y;
const MAX_PARENTHESES = 32;
/** Names of characters that are not drawn. */
const UNDRAWN: Readonly<Record<string, string>> = {
  ...{ shy: "\xad", zwnj: "\u200c", zwj: "\u200d", lrm: "\u200e", rlm: "\u200f" },
  ...{ ZeroWidthSpace: "\u200b", NegativeVeryThinSpace: "\u200b", NegativeThinSpace: "\u200b" },
  ...{ NegativeMediumSpace: "\u200b", NegativeThickSpace: "\u200b", NoBreak: "\u2060" },
  ...{ ApplyFunction: "\u2061", af: "\u2061", InvisibleTimes: "\u2062", it: "\u2062" },
  ...{ InvisibleComma: "\u2063", ic: "\u2063" },
};
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', colon: ":", semi: ";" },
  ...UNDRAWN,
};
const NUMBER = String.raw`#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})`;
const ESCAPE = new RegExp(
  `\\\\([!-/:-@[-\`{-~])|&(?:${NUMBER}|(${Object.keys(NAMED).join("|")}));`,
  "g",
);

/** A reference to a character that may be one that is not drawn. */
export const REFERENCE = new RegExp(`&(?:${NUMBER}|${Object.keys(UNDRAWN).join("|")});`, "y");

/**
 * Reads `(destination "title")` after the text of a link (CommonMark 0.31, section 6.3).
 *
 * @returns null if something else follows; a target of null if the destination is empty
 */
export function readDestination(
  text: string,
  at: number,
): { readonly target: Target | null; readonly end: number } | null {
  if (text[at] !== "(") return null;
  let end = skipSpace(text, at + 1);
  if (text[end] === ")") return { target: null, end: end + 1 };
  const target = readTarget(text, end);
  if (target === null) return null;
  end = skipSpace(text, target.end);
  if (end > target.end) {
    TITLE.lastIndex = end;
    if (TITLE.test(text)) end = skipSpace(text, TITLE.lastIndex);
  }
  return text[end] === ")" ? { target, end: end + 1 } : null;
}

/** Reads a destination: within `<` and `>`, or without white space and with paired parentheses. */
export function readTarget(text: string, start: number): Target | null {
  if (text[start] === "<") {
    POINTED.lastIndex = start;
    const pointed = POINTED.exec(text);
    return pointed && { start, end: POINTED.lastIndex, target: withoutEscapes(pointed[1]!) };
  }
  let end = start;
  let depth = 0;
  for (; end < text.length; end++) {
    const character = text[end]!;
    if (character === "\\" && /[!-/:-@[-`{-~]/.test(text[end + 1] ?? "")) end++;
    else if (character === "(" && ++depth > MAX_PARENTHESES) return null;
    else if (character === ")" && --depth < 0) break;
    else if ((character <= " " && character !== "\0") || character === "\x7f") break;
  }
  return end === start || depth > 0
    ? null
    : { start, end, target: withoutEscapes(text.slice(start, end)) };
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** Replaces escaped characters, and references to characters that addresses use. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (_, escaped, decimal, hexadecimal, name) => {
    if (escaped !== undefined) return escaped;
    if (name !== undefined) return NAMED[name]!;
    const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : "\ufffd";
  });
}
