import type { Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";

/** Markup of a site that readers do not see. */
export interface SiteMarkup extends Range {
  /** A title in it, which they may see. */
  readonly title: Range | null;
  /** True if it is all that its lines have. */
  readonly isBlock: boolean;
  /** True if what belongs to it is indented by four blanks in the lines after it. */
  readonly isIndenting: boolean;
}

/** No markup of a site is longer. */
const MAX_LENGTH = 20_000;
/** How much is looked at for the ends of tags, for each character of a text. */
const MAX_EFFORT = 8;

/** Liquid, shortcodes, and expressions of templates: `{% x %}`, `{{< x >}}`, `{{% x %}}`, `{{ x }}`. */
const TEMPLATE =
  /\{%[^\r\n]{0,2000}?%\}|\{\{[<%][^\r\n]{0,2000}?[>%]\}\}|\{\{[^\r\n{}]{0,2000}\}\}/g;
/** Comments of MDX and of Jinja. */
const COMMENT = /\{\/\*[\s\S]{0,2000}?\*\/\}|\{#[^\r\n{}]{0,2000}#\}/g;
/** The tag of a component: it begins with a capital letter, or has a hyphen or a dot. */
const TAG_START =
  /<\/?(?:[A-Z][\w.]*|[a-z][\w]*(?:[-.][\w]+)+)(?=[\s/>])|(?<=^[ \t]*)<\/?>(?=[ \t]*$)/gm;
/** Lists of attributes at the end of a line: `{: .class }`, `{ #id .class key="value" }`. */
const ATTRIBUTES =
  /\{:?[ \t]*(?:[#.][\w-]+|[\w-]+="[^"\r\n]*")(?:[ \t]+(?:[#.][\w-]+|[\w-]+="[^"\r\n]*"))*[ \t]*\}/g;

const PREFIX = String.raw`^(?<prefix>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)`;
/** `:::note[Title]{.class}`, `::: tip Title`, `:::`. */
const CONTAINER = new RegExp(
  `${PREFIX}:{3,}[ \\t]*(?:[A-Za-z][\\w-]*)?[ \\t]*(?:\\[(?<label>[^\\]\\r\\n]*)\\])?(?<title>[^\\r\\n{]*)(?:\\{[^\\r\\n]*)?$`,
  "gm",
);
/** `!!! note "Title"`, `??? tip`, `=== "Tab"`. */
const ADMONITION = new RegExp(
  `${PREFIX}(?:(?:!!!|\\?\\?\\?\\+?)[ \\t]+[\\w][\\w \\t-]{0,80}|===[!+]?)(?:[ \\t]*"(?<title>[^"\\r\\n]*)")?[ \\t]*$`,
  "gm",
);
const INDENTING = /^(?:!!!|\?\?\?|===)/;
/** `--8<-- "file"`, `<<< @/file`, `@[code](file)`, `[[toc]]`, `[TOC]`. */
const INCLUDE = new RegExp(
  `${PREFIX}(?:-+8<-+[^\\r\\n]*|<<<[^\\r\\n]*|@\\[code[^\\r\\n]*\\]\\([^\\r\\n]*\\)|\\[\\[toc\\]\\]|\\[TOC\\])[ \\t]*$`,
  "gmi",
);
/** Statements of a module: imports, and exports up to a line that ends them. */
const STATEMENT =
  /^(?:import(?:[ \t]+[\w$*{][^;'"`<>]{0,1000}?from)?[ \t]*(?<quote>["'])[^"'\r\n]*\k<quote>;?|export[ \t]+(?:default|const|let|var|function)\b[^\r\n]*(?:\r?\n[^\r\n]+)*)[ \t]*$/gm;

/**
 * Finds what looks like markup of a site generator in a text: what no model has read.
 *
 * @param code the blocks of code in the text, in which nothing is looked for
 * @returns in order and apart from each other
 */
export function findSiteMarkup(text: string, code: readonly Range[]): SiteMarkup[] {
  const found: SiteMarkup[] = [];
  const add = (range: Range, title: Range | null = null) => {
    if (range.end - range.start > MAX_LENGTH || overlaps(code, range)) return;
    const isIndenting = INDENTING.test(text.slice(range.start, range.start + 3));
    found.push({ ...range, title, isIndenting, isBlock: isWholeLine(text, range) });
  };
  for (const pattern of [COMMENT, TEMPLATE, ATTRIBUTES, STATEMENT]) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      add({ start: index, end: index + match.length });
    }
  }
  for (const pattern of [CONTAINER, ADMONITION, INCLUDE]) {
    for (const { 0: match, index, groups = {} } of text.matchAll(pattern)) {
      const { prefix = "", title = "", label = "" } = groups;
      const shown = (label || title).trim();
      const start = index + (shown === "" ? 0 : match.lastIndexOf(shown));
      const place = shown === "" ? null : { start, end: start + shown.length };
      add({ start: index + prefix.length, end: index + match.length }, place);
    }
  }
  let effort = MAX_EFFORT * text.length;
  for (const { 0: match, index } of text.matchAll(TAG_START)) {
    const start = index + match.length - Number(match.endsWith(">"));
    const end = endOfTag(text, { start, end: start + Math.min(MAX_LENGTH, effort) });
    effort -= (end ?? start + MAX_LENGTH) - start;
    if (end !== null) add({ start: index, end });
    if (effort <= 0) break;
  }
  return withoutInner(found);
}

/** Returns where a tag ends; null if it does not: quotes and braces in it may have any character. */
function endOfTag(text: string, { start, end }: Range): number | null {
  let depth = 0;
  let quote = "";
  for (let at = start; at < Math.min(text.length, end); at++) {
    const character = text[at]!;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'" || character === "`") quote = character;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (depth === 0 && character === ">") return at + 1;
    else if (depth === 0 && character === "<") return null;
  }
  return null;
}

/** Keeps what is not in another one, and what begins first of those that overlap. */
function withoutInner(found: SiteMarkup[]): SiteMarkup[] {
  found.sort((left, right) => left.start - right.start || right.end - left.end);
  let end = 0;
  return found.filter((one) => {
    const isApart = one.start >= end;
    if (isApart) end = one.end;
    return isApart;
  });
}

function overlaps(code: readonly Range[], { start, end }: Range): boolean {
  const next = lowerBound({ from: 0, to: code.length }, (at) => code[at]!.end <= start);
  return next < code.length && code[next]!.start < end;
}

function isWholeLine(text: string, { start, end }: Range): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const lineEnd = text.indexOf("\n", end);
  const after = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  return /^[ \t>]*$/.test(before) && after.trim() === "";
}
