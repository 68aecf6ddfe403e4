import type { Range } from "../../../../corpus/marks.ts";

/** A tag of a shortcode: `{{< name args >}}` or `{{% name args %}}`. */
export interface ShortcodeTag extends Range {
  readonly name: string;
  readonly kind: "open" | "close" | "self-closing";
  /** Arguments by position, without quotes. */
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}

/** A shortcode that its author has commented out, to show it: `{{</* name *\/>}}`. */
export interface ShortcodeComment extends Range {
  /** Text that readers see. */
  readonly text: string;
}

const OPENING = /\{\{(?:<|%)/g;
const NAME = /\s*(\/?)\s*([\p{L}\d_][\p{L}\d_./-]*)/uy;
const ARGUMENT =
  /\s+(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|`([^`]*)`|((?:(?!\/?[>%]\}\})[^\s"`={}])+))/y;
const END = /\s*(\/?)\s*(>|%)\}\}/y;

/** Finds the tags of shortcodes in a text, also in code: Hugo reads them there too. */
export function findShortcodes(
  text: string,
  from: number,
): { readonly tags: ShortcodeTag[]; readonly comments: ShortcodeComment[] } {
  const tags: ShortcodeTag[] = [];
  const comments: ShortcodeComment[] = [];
  let commentEnd = -1;
  OPENING.lastIndex = from;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const { index } = found;
    const mark = text[index + 2]!;
    const inside = index + 3;
    if (/^[ \t]*\/\*/.test(text.slice(inside, inside + 64))) {
      // Looked for again only behind the last one, so that a page is not read once for each comment.
      if (commentEnd < inside) commentEnd = endOfComment(text, inside);
      const closing = /^\*\/[ \t]*(?:>|%)\}\}/.exec(text.slice(commentEnd, commentEnd + 64));
      if (closing === null) continue;
      const end = commentEnd + closing[0].length;
      const inner = text.slice(text.indexOf("/*", inside) + 2, commentEnd);
      comments.push({ start: index, end, text: `{{${mark}${inner}${closingOf(mark)}}}` });
      OPENING.lastIndex = end;
      continue;
    }
    const tag = readTag(text, { start: index, mark });
    if (tag === null) continue;
    tags.push(tag);
    OPENING.lastIndex = tag.end;
  }
  return { tags, comments };
}

/** Returns where the next end of a comment is; the end of the text if there is none. */
function endOfComment(text: string, from: number): number {
  const end = text.indexOf("*/", from);
  return end < 0 ? text.length : end;
}

function closingOf(mark: string): string {
  return mark === "<" ? ">" : "%";
}

function match(
  pattern: RegExp,
  { text, at }: { readonly text: string; readonly at: number },
): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @returns null if it is not a tag */
function readTag(
  text: string,
  { start, mark }: { readonly start: number; readonly mark: string },
): ShortcodeTag | null {
  const name = match(NAME, { text, at: start + 3 });
  if (name === null) return null;
  let at = start + 3 + name[0].length;
  const positional: string[] = [];
  const named = new Map<string, string>();
  for (;;) {
    const argument = match(ARGUMENT, { text, at });
    if (argument === null) break;
    const [all, key, quoted, raw, bare] = argument;
    const value = quoted?.replace(/\\(["\\])/g, "$1") ?? raw ?? bare ?? "";
    if (key === undefined) positional.push(value);
    else named.set(key.toLowerCase(), value);
    at += all.length;
  }
  const end = match(END, { text, at });
  if (end === null || end[2] !== closingOf(mark)) return null;
  const kind = name[1] === "/" ? "close" : end[1] === "/" ? "self-closing" : "open";
  return { start, end: at + end[0].length, name: name[2]!, kind, positional, named };
}

/** A shortcode: its tags, and the text between them if it has a closing one. */
export interface Shortcode {
  readonly open: ShortcodeTag;
  /** Null for one without content. */
  readonly close: ShortcodeTag | null;
}

/** Pairs tags: each closing one with the last open one of its name. In order of the opening tags. */
export function pairShortcodes(tags: readonly ShortcodeTag[]): Shortcode[] {
  const closings = new Map<ShortcodeTag, ShortcodeTag>();
  const open = new Map<string, ShortcodeTag[]>();
  for (const tag of tags) {
    const same = open.get(tag.name) ?? [];
    open.set(tag.name, same);
    if (tag.kind === "open") same.push(tag);
    const opening = tag.kind === "close" ? same.pop() : undefined;
    if (opening !== undefined) closings.set(opening, tag);
  }
  return tags
    .filter(({ kind }) => kind !== "close")
    .map((tag) => ({ open: tag, close: closings.get(tag) ?? null }));
}
