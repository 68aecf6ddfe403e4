import type { ChangedPart, OffsetMap } from "./text-changes.ts";

export interface BlockSource {
  readonly markdown: string;
  readonly body: string;
  /** The changes that made the page text of the body. */
  readonly fromSource: readonly ChangedPart[];
  readonly toPageText: OffsetMap;
  /** The parts that are left out of the page text, if its markup is JSX. */
  readonly hidden: readonly ChangedPart[];
  readonly toMarkdown: OffsetMap;
}

/** HTML at a place of the Markdown. */
export type Block = readonly [offset: number, html: string];

/** The tags of a block; none for one that is shown as its content. */
interface Tags {
  readonly start: string;
  readonly end: string;
}

/** A tag of a site's own syntax. */
interface Mark {
  /** Empty for an end without a name. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly tags: Tags | null;
}

const BOXES = new Set(
  (
    "abstract admonition alert aside attention bug callout card caution check danger error example " +
    "failure hint important info note notice question quote seealso success tip todo warning"
  ).split(" "),
);
const DETAILS = new Set(["accordion", "details", "expand", "expandable"]);
const TABS = new Set(["code-group", "codegroup", "tabpane", "tabs"]);
const TAB = new Set(["tab", "tabitem", "tabs.tab"]);

const CONTAINER = /^:{3,}[ \t]*([A-Za-z][\w-]*)?/;
const TAG = /^<(\/?)([A-Za-z][\w.-]*)([^<]*)>$/;
const SHORTCODE = /^\s*\{\{[<%]\s*(\/?)\s*([A-Za-z][\w-]*)([^{}]*)[%>]\}\}/;
const TYPE = /\b(?:type|variant|context|kind|intent)\s*=\s*[{"']*([\w-]+)/;
/** `!!! note`, `??? note` and `=== "Tab"`. */
const INDENTED = /^[ \t]*(?:(!!!|\?\?\?\+?)[ \t]*([\w-]*)|===)/;

/**
 * Finds what the site shows as boxes and tabs. In the page text, their titles are paragraphs in bold;
 * HTML around them lets the reader show them as boxes again.
 *
 * @returns the HTML, in order
 */
export function findBlocks(source: BlockSource): readonly Block[] {
  const { markdown, fromSource, toPageText, hidden, toMarkdown } = source;
  const containers = new BlockWriter(markdown);
  for (const part of fromSource) {
    const mark = containerMark(part) ?? tagMark(SHORTCODE, part);
    if (mark) containers.add(mark, toMarkdown.of(toPageText.of(part.start)));
  }
  const elements = new BlockWriter(markdown);
  for (const part of hidden) {
    const mark = tagMark(TAG, part);
    if (!mark) continue;
    elements.add(mark, toMarkdown.of(part.start));
    if (part.text !== "") elements.separate(toMarkdown.of(part.end));
  }
  return [...containers.written, ...elements.written, ...indentedBlocks(source)].sort(
    ([one], [other]) => one - other,
  );
}

/** Writes each tag of a block on a separate line, each end only after its beginning. */
class BlockWriter {
  readonly written: Block[] = [];
  readonly #markdown: string;
  readonly #open: Mark[] = [];

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  add(mark: Mark, at: number): void {
    if (!mark.isEnd) {
      this.#open.push(mark);
      if (mark.tags) this.#write(mark.tags.start, at);
      return;
    }
    const begun = this.#open.at(-1);
    if (begun === undefined || (mark.name !== "" && mark.name !== begun.name)) return;
    this.#open.pop();
    if (begun.tags) this.#write(begun.tags.end, at);
  }

  /** Ends the paragraph of a title. */
  separate(at: number): void {
    this.written.push([at, `\n${prefixAt(this.#markdown, at)}\n`]);
  }

  #write(html: string, at: number): void {
    const prefix = prefixAt(this.#markdown, at);
    const isInline = html === SUMMARY.start || html === SUMMARY.end;
    this.written.push([at, isInline ? html : onOwnLine(html, prefix)]);
  }
}

function onOwnLine(html: string, prefix: string): string {
  return `\n${prefix}${html}\n${prefix}\n${prefix}`;
}

/** A line may be as long as a page, and have thousands of tags. */
const MAX_PREFIX = 200;

/** Returns what quotes and lists have before a place on its line. */
function prefixAt(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - MAX_PREFIX), at);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  return line.length < MAX_PREFIX && /^[ \t>]*$/.test(line) ? line : "";
}

/** `:::note` … `:::` */
function containerMark({ removed }: ChangedPart): Mark | null {
  const match = CONTAINER.exec(removed);
  if (match === null) return null;
  const name = match[1]?.toLowerCase();
  return { name: name ?? "", isEnd: name === undefined, tags: name ? tagsOf(name) : null };
}

/** `<Note>` … `</Note>`, and the same as shortcodes. */
function tagMark(pattern: RegExp, { removed }: ChangedPart): Mark | null {
  const [, slash, name = "", attributes = ""] = pattern.exec(removed) ?? [];
  const small = name.toLowerCase();
  const tags = tagsOf(small, attributes);
  if (tags === null || attributes.trimEnd().endsWith("/")) return null;
  return { name: small, isEnd: slash === "/", tags };
}

const SUMMARY: Tags = { start: "<summary>", end: "</summary>" };

function tagsOf(name: string, attributes = ""): Tags | null {
  if (name === "summary") return SUMMARY;
  if (DETAILS.has(name)) return { start: "<details>", end: "</details>" };
  if (TABS.has(name)) return { start: '<div data-tabs="">', end: "</div>" };
  if (TAB.has(name)) return { start: '<div data-tab="">', end: "</div>" };
  if (!BOXES.has(name)) return null;
  const kind = (TYPE.exec(attributes)?.[1] ?? name).toLowerCase();
  return { start: `<div data-box="${kind}">`, end: "</div>" };
}

/** Finds the blocks of Python-Markdown, which end where the text below them is no longer indented. */
function indentedBlocks(source: BlockSource): Block[] {
  const { body, fromSource, toPageText, toMarkdown } = source;
  const found: Block[] = [];
  const open: { readonly end: number; readonly html: string }[] = [];
  const place = (offset: number) => toMarkdown.of(toPageText.of(offset));
  const closeBefore = (offset: number) => {
    while (open.length > 0 && open.at(-1)!.end <= offset) {
      const { end, html } = open.pop()!;
      found.push([place(end), html]);
    }
  };
  for (const part of fromSource) {
    const match = INDENTED.exec(part.removed);
    const tags = match && indentedTags(match);
    if (!tags || (part.start > 0 && body[part.start - 1] !== "\n")) continue;
    closeBefore(part.start);
    const prefix = /[ \t]*$/.exec(part.text.split("**", 1)[0]!)![0];
    found.push([place(part.start), `\n${prefix}${tags.start}\n\n`]);
    open.push({ end: endOfIndented(body, part), html: `\n\n${prefix}${tags.end}\n` });
  }
  closeBefore(body.length);
  return found;
}

function indentedTags([, mark, kind]: RegExpExecArray): Tags | null {
  if (mark === undefined) return tagsOf("tab");
  if (mark !== "!!!") return tagsOf("details");
  return { start: `<div data-box="${kind || "note"}">`, end: "</div>" };
}

/** Returns where the last line ends that is indented below the first line of a block. */
function endOfIndented(body: string, { start, end, removed }: ChangedPart): number {
  const columns = columnsOf(removed) + 4;
  let last = end;
  for (let at = body.indexOf("\n", end); at >= 0 && at < body.length - 1; ) {
    const next = body.indexOf("\n", at + 1);
    const line = body.slice(at + 1, next < 0 ? body.length : next);
    if (line.trim() !== "") {
      if (columnsOf(line) < columns) break;
      last = at + 1 + line.trimEnd().length;
    }
    at = next;
  }
  return Math.max(last, start);
}

/** Returns how far a line is indented; a tab goes on to the next multiple of four. */
function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns++;
    else if (character === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}
