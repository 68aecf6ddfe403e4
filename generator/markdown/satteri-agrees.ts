/**
 * Decides which pages satteri may parse, so that the result is always that of remark.
 *
 * Satteri saves most of a first build: with it, 1 000 pages of PowerShell documentation take 3.3
 * seconds of processor time, with remark alone 10 (`docgate generate --no-cache --jobs 1` with
 * `--parser auto` and `--parser remark`).
 *
 * The patterns describe where the pinned version of satteri differs from remark. After raising it,
 * run `npx vitest run test/generator/markdown/markdown.test.ts`, which compares generated texts and
 * every short emphasis, and `docgate check --verify-parser` on large trees; add a pattern for each
 * difference, and remove those that are no longer needed.
 */
import type { Nodes, Root } from "mdast";
import { withoutCode } from "./without-code.ts";

/** The longest link label, in UTF-16 units, that all parsers count alike. */
const MAX_LABEL = 300;

/**
 * Satteri expands references up to 100 000 bytes in a file; this number of ASCII characters always
 * stays below that.
 */
const MAX_EXPANSION = 80_000;

/** A destination and optionally a title, with no title on the line below. */
const ONE_LINE_DEFINITION =
  /[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*(?:\r?\n(?![ \t>]*["'(])|$)/y;

/**
 * The longest text that satteri reads, in UTF-16 units. For some texts its time grows with the square
 * of their length, and it cannot be stopped: at this length it takes four seconds and 1 GiB at most.
 */
const MAX_LENGTH = 131_072;

const NUMBER = /\d{1,9}[.)]/y;

const BLANK_LINE = /\n[ \t>]*\r?\n/g;

/** Constructs that satteri may read differently from remark wherever they are, even in code. */
const ALWAYS_DOUBTFUL: readonly RegExp[] = [
  // NUL, delete, next line, the byte order mark and a carriage return by itself.
  /[\0\x7f\x85\ufeff]|\r(?!\n)/,
  // Quotes and lists so deep that remark may run out of stack.
  /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){32}|^[ \t]{256}/m,
];

/** Constructs that satteri may read differently from remark anywhere but in code. */
const DOUBTFUL: readonly RegExp[] = [
  // Asterisks between an underscore and a word: remark treats the underscore as a space.
  /_(?:(?<=[^\s\p{P}\p{S}]\*+_)|\*+[^\s\p{P}\p{S}])/u,
  // An emphasis mark directly after an escaped one.
  /\\[*_][*_]/,
  emphasisNextToDoubtful(),
  // TOML frontmatter, which is plain text to remark.
  /^\+\+\+/m,
  // A list item without content, at any depth of quotes and lists.
  /^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*(?:[-+*]|\d{1,9}[.)])[ \t]*$/m,
  // Declarations, CDATA and instructions of HTML: everything that starts this way except comments.
  /<![^-]|<\?/,
  equalsSignAfterValue(),
  // An end tag that ends on a later line.
  /<\/[a-z][a-z0-9-]*[ \t]*\r?\n/i,
  // Parentheses in a link's destination, which both parsers count up to 32.
  /(?:\([^\s(]*){30}/,
];

/**
 * Matches emphasis next to a character that may be punctuation in only one version of Unicode, or
 * that takes two UTF-16 units, because remark sees only the nearer one. Marks are rarer than such
 * characters, so the pattern starts with them.
 */
function emphasisNextToDoubtful(): RegExp {
  const oldPunctuation =
    "\\u00a1-\\u00bf\\u2010-\\u2027\\u2030-\\u205e\\u3001-\\u303d\\uff01-\\uff65";
  const doubtful = `(?:[^\\0-\\x7f\\s\\p{L}\\p{M}\\p{N}${oldPunctuation}]|[\\u{10000}-\\u{10ffff}])`;
  return new RegExp(`[*_](?:(?=${doubtful})|(?<=${doubtful}[*_]))`, "u");
}

/**
 * Matches, in a tag, an attribute value without quotes followed by an equals sign and another value.
 * An arrow function of JSX is not a value for either parser, nor is a comparison.
 */
function equalsSignAfterValue(): RegExp {
  const space = "(?:\\s|(?<=\\n[ \\t>]*)>)";
  const name = `${space}+[a-z_:][\\w.:-]*`;
  const value = "[^\\s\"'=<>`]+";
  const assign = `${space}*=${space}*`;
  const attribute = `${name}(?:${assign}(?:"[^"]*"|'[^']*'|${value}))?`;
  return new RegExp(
    `<[a-z][a-z0-9-]*(?:${attribute})*${name}${assign}${value}${space}*=(?![ \\t]*[<=>\`])`,
    "i",
  );
}

/**
 * Matches an element whose HTML block ends at the end tag of any such element, where a block may
 * start, or an end tag.
 */
const RAW_TAG =
  /^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*<(script|pre|style|textarea)(?![\w-])|<\/(script|pre|style|textarea)>/gim;

/**
 * Tells whether satteri may read a text at all: one that is rejected goes to remark, whatever
 * satteri makes of it.
 */
export function isForSatteri(source: string): boolean {
  if (source.length > MAX_LENGTH) return false;
  return hasPlainStart(source) && !ALWAYS_DOUBTFUL.some((pattern) => pattern.test(source));
}

/**
 * Tells whether remark is known to read a text like satteri, whose tree is given. It errs on the
 * safe side: it also rejects text that only looks like one of these constructs. Inside code these
 * constructs are text to both, so a text in doubt is judged again without its code: up to the first
 * of these constructs the parsers agree on what is code.
 */
export function parsersAgree(source: string, tree: Root): boolean {
  return (isPlain(source) || isPlain(withoutCode(source, tree))) && !hasDoubtfulList(tree, source);
}

function isPlain(source: string): boolean {
  return (
    !DOUBTFUL.some((pattern) => pattern.test(source)) &&
    closesRawElements(source) &&
    (!source.includes("]:") || hasPlainLabels(source))
  );
}

/**
 * Tells whether satteri saw a list that starts with a number other than 1, or a paragraph or
 * an underlined heading that starts like such a list. The parsers differ on whether one may start there, depending on what is
 * before it.
 */
function hasDoubtfulList(node: Nodes, source: string): boolean {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return startsWithNumber(source, node.position!.start.offset!);
    case "list":
      if (node.ordered === true && node.start !== 1) return true;
      break;
    // No other block contains a list.
    case "root":
    case "blockquote":
    case "listItem":
    case "mdxJsxFlowElement":
      break;
    default:
      return false;
  }
  return node.children.some((child) => hasDoubtfulList(child, source));
}

function startsWithNumber(source: string, offset: number): boolean {
  NUMBER.lastIndex = offset;
  return NUMBER.test(source);
}

/**
 * Accepts either no frontmatter, or YAML between two bare fences, with nothing like a fence in
 * between.
 */
function hasPlainStart(source: string): boolean {
  if (!source.startsWith("---")) return true;
  return /^---\r?\n(?:(?!---|\.\.\.).*\r?\n)*---(?:\r?\n|$)/.test(source);
}

/** Makes sure that no block can end at the end tag of an element that did not start it. */
function closesRawElements(source: string): boolean {
  let open: string | undefined;
  for (const [, start, end] of source.matchAll(RAW_TAG)) {
    const name = (start ?? end)!.toLowerCase();
    if (open !== undefined && open !== name) return false;
    open = start && name;
  }
  return true;
}

/**
 * Checks the labels and definitions of a file: no label is long, those of definitions are ASCII
 * (remark reads a dotless ı as an I), and their expansion stays far below satteri's limit.
 */
function hasPlainLabels(source: string): boolean {
  if (source.includes("ı")) return false;
  const bytesPerUnit = isAscii(source) ? 1 : 3;
  let open = -1;
  let references = 0;
  let longest = 0;
  for (const { 0: found, index } of source.matchAll(/\\.|[[\]]/gs)) {
    if (found === "[") open = index;
    if (found !== "]") continue;
    references++;
    if (references * longest * bytesPerUnit >= MAX_EXPANSION) return false;
    const label = open < 0 ? "" : source.slice(open, index);
    open = -1;
    if (label.length > MAX_LABEL) return false;
    if (label === "" || source[index + 1] !== ":") continue;
    if (!isAscii(label)) return false;
    longest = Math.max(longest, definitionLength(source, index + 2));
  }
  return references * longest * bytesPerUnit < MAX_EXPANSION;
}

/** Returns the length of a definition from an offset after its label, or more. */
function definitionLength(source: string, start: number): number {
  ONE_LINE_DEFINITION.lastIndex = start;
  const oneLine = ONE_LINE_DEFINITION.exec(source);
  if (oneLine !== null) return oneLine[0].length;
  BLANK_LINE.lastIndex = start;
  return (BLANK_LINE.exec(source)?.index ?? source.length) - start;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
