import type { Range } from "../../../corpus/marks.ts";

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
  /** What readers see. */
  readonly text: string;
}

const OPENING = /\{\{(?:<|%)/g;
const COMMENT = /[ \t]*\/\*([\s\S]*?)\*\/[ \t]*(>|%)\}\}/y;
const NAME = /\s*(\/?)\s*([\p{L}\d_][\p{L}\d_./-]*)/uy;
const ARGUMENT =
  /\s+(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\[\s\S])*)"|`([^`]*)`|((?:(?!\/?[>%]\}\})[^\s"`=])+))/y;
const END = /\s*(\/?)\s*(>|%)\}\}/y;

/** Finds the tags of shortcodes in a text, also in code: Hugo reads them there too. */
export function findShortcodes(
  text: string,
  from: number,
): { readonly tags: ShortcodeTag[]; readonly comments: ShortcodeComment[] } {
  const tags: ShortcodeTag[] = [];
  const comments: ShortcodeComment[] = [];
  // Where no comment ends any more, none is looked for.
  const lastComment = text.lastIndexOf("*/");
  OPENING.lastIndex = from;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const { index } = found;
    const mark = text[index + 2]!;
    const inside = index + 3;
    const isComment = /^[ \t]*\/\*/.test(text.slice(inside, inside + 64));
    if (isComment) {
      if (inside > lastComment) continue;
      const comment = match(COMMENT, { text, at: inside });
      if (comment === null || comment[2] !== closingOf(mark)) continue;
      const end = inside + comment[0].length;
      comments.push({
        start: index,
        end,
        text: `{{${mark}${comment[1]}${comment[2]}}}`,
      });
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
    if (tag.kind === "open") open.set(tag.name, [...same, tag]);
    else if (tag.kind === "close" && same.length > 0) {
      closings.set(same.at(-1)!, tag);
      open.set(tag.name, same.slice(0, -1));
    }
  }
  return tags
    .filter(({ kind }) => kind !== "close")
    .map((tag) => ({ open: tag, close: closings.get(tag) ?? null }));
}
