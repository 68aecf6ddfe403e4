import type { Line } from "./line.ts";

/** A kind of HTML block (CommonMark 0.31, section 4.6). */
export interface HtmlBlock {
  /** Its last line; null if a blank line ends it. */
  readonly end: RegExp | null;
}

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|" +
  "dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|" +
  "hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|" +
  "search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

/** The kinds that may interrupt a paragraph, by how they start. */
export const HTML_BLOCKS: readonly (HtmlBlock & { readonly start: RegExp })[] = [
  {
    start: /<(?:pre|script|style|textarea)(?=[ \t\r\n>]|$)/iy,
    end: /<\/(?:pre|script|style|textarea)>/i,
  },
  { start: /<!--/y, end: /-->/ },
  { start: /<\?/y, end: /\?>/ },
  { start: /<!\[CDATA\[/y, end: /\]\]>/ },
  { start: /<![A-Za-z]/y, end: />/ },
  { start: new RegExp(`</?(?:${BLOCK_TAGS})(?=[ \\t\\r\\n>]|/>|$)`, "iy"), end: null },
];

/** A comment of MDX that is a block. With text after it on its line, it is part of a paragraph. */
export const MDX_COMMENT = {
  start: /\{\/\*(?!(?:[^*\r\n]|\*(?!\/\}))*\*\/\}[ \t]*[^ \t\r\n])/y,
  end: /\*\/\}/,
};

const SPACE = "[ \\t\\r\\n]";
const VALUE = `[^\\s"'=<>\`]+|'[^']*'|"[^"]*"`;

/** An opening or closing tag (CommonMark 0.31, section 6.6). */
export const TAG = tagPattern({ name: "[A-Za-z][A-Za-z0-9-]*", value: VALUE });

/** The same with attributes as JSX has them, in braces. */
export const JSX_TAG = tagPattern({
  name: "[A-Za-z][A-Za-z0-9.:-]*",
  value: `${VALUE}|\\{(?:[^{}\`]|\\{[^{}\`]*\\})*\\}`,
});

function tagPattern({ name, value }: Record<"name" | "value", string>): RegExp {
  const attribute = `${SPACE}+[A-Za-z_:][A-Za-z0-9_.:-]*(?:${SPACE}*=${SPACE}*(?:${value}))?`;
  return new RegExp(`<(?:${name}(?:${attribute})*${SPACE}*/?|/${name}${SPACE}*)>`, "y");
}

/** Returns true if a line has a complete tag and nothing else. */
export function isCompleteTag(line: Line): boolean {
  const tag = line.match(TAG)?.[0];
  return tag !== undefined && !/[\r\n]/.test(tag) && line.isBlankAfter(tag.length);
}
