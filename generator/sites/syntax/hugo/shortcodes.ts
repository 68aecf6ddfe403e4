import type { Edit, Range } from "../../../../corpus/marks.ts";
import { destinationAt } from "../destination-at.ts";
import { fenceFor, lineAfter, lineBefore } from "../lines.ts";
import type { SyntaxContext } from "../syntax.ts";
import {
  findShortcodes,
  pairShortcodes,
  type Shortcode,
  type ShortcodeTag,
} from "./shortcode-tags.ts";

/** Shortcodes with code in them. */
const CODE = new Set([
  "highlight",
  "code",
  "code-toggle",
  "codeblock",
  "mermaid",
  "chart",
  "katex",
]);

/** Shortcodes whose content readers do not see. */
const UNSEEN = new Set(["comment", "qr"]);

/** Arguments that readers see as a title. */
const TITLES = ["title", "summary", "header", "heading", "caption", "label", "name"];

/** Shortcodes whose first argument without a name is a title. */
const TITLED = new Set([
  ...[
    "tab",
    "tabitem",
    "expand",
    "details",
    "accordion",
    "collapse",
    "collapsible",
    "spoiler",
    "step",
  ],
  "card",
]);
/** Those whose second one is, after their kind. */
const KINDS = new Set(["notice", "callout", "alert", "admonition", "hint"]);

/**
 * Turns Hugo's shortcodes into what readers see of them as far as it can be told without their
 * templates: content and titles stay, code becomes code, `ref` and `relref` become destinations.
 */
export function readShortcodes(text: string, { bodyStart }: SyntaxContext): Edit[] {
  if (!text.includes("{{")) return [];
  const { tags, comments } = findShortcodes(text, bodyStart);
  const edits: Edit[] = [...comments];
  let done = 0;
  const closings = new Set(tags.filter(({ kind }) => kind === "close"));
  const shortcodes = pairShortcodes(tags);
  const starts = new Map(shortcodes.map((each) => [each.open, each]));
  for (const tag of tags) {
    if (tag.start < done) continue;
    const shortcode = starts.get(tag);
    if (shortcode === undefined) {
      if (closings.has(tag)) edits.push({ start: tag.start, end: tag.end, text: "" });
      continue;
    }
    const found = editsOf(shortcode, text);
    edits.push(...found.edits);
    done = found.done;
  }
  const unseen = new Set<Edit>();
  const sorted = edits.toSorted((left, right) => left.start - right.start);
  let end = 0;
  for (const edit of sorted) {
    if (edit.start < end) unseen.add(edit);
    else end = edit.end;
  }
  return sorted.filter((edit) => !unseen.has(edit));
}

interface ShortcodeEdits {
  readonly edits: readonly Edit[];
  /** Up to where no other tag counts. */
  readonly done: number;
}

function editsOf({ open, close }: Shortcode, text: string): ShortcodeEdits {
  const { start, end, name, positional, named } = open;
  const replace = (range: Range, by: string, done = range.end): ShortcodeEdits => ({
    edits: [{ start: range.start, end: range.end, text: by }],
    done,
  });
  if (name === "ref" || name === "relref") {
    const path = named.get("path") ?? positional[0] ?? "";
    return replace(open, destinationAt(text, open) === null ? "" : `ref:${encodeURI(path)}`);
  }
  // Where the link leads is not known: all of its destination goes.
  const destination = destinationAt(text, open);
  if (destination !== null) return replace(destination, "");
  if (close === null) return replace(open, name === "figure" ? figureOf(open) : titleOf(open));
  if (UNSEEN.has(name) || name.endsWith(".inline")) return replace({ start, end: close.end }, "");
  if (CODE.has(name)) return codeOf({ open, close }, text);
  const title = titleOf(open);
  const isAlone = lineAfter(text, end).trim() === "";
  return replace(open, title !== "" && isAlone ? `${title}\n` : title && `${title} `);
}

function figureOf({ named, positional }: ShortcodeTag): string {
  const source = named.get("src") ?? positional[0] ?? "";
  const alt = named.get("alt") ?? "";
  const image = source === "" ? "" : `![${alt.replace(/[[\]]/g, "")}](<${source}>)`;
  const title = named.get("title");
  return [image, title && `**${title}**`, named.get("caption")].filter(Boolean).join(" ");
}

/** Returns the title of a shortcode in bold; nothing if it has none. */
function titleOf({ name, named, positional }: ShortcodeTag): string {
  const given = TITLES.map((key) => named.get(key)).find((value) => value !== undefined);
  const place = TITLED.has(name) ? 0 : KINDS.has(name) ? 1 : -1;
  const title = (given ?? positional[place] ?? "").replace(/\s+/g, " ").trim();
  return title === "" ? "" : `**${title}**`;
}

/** Puts code between fences, or within a line between backticks. */
function codeOf(
  { open, close }: { readonly open: ShortcodeTag; readonly close: ShortcodeTag },
  text: string,
): ShortcodeEdits {
  const inner = text.slice(open.end, close.start);
  const done = close.end;
  const language =
    open.name === "highlight" ? (open.positional[0] ?? "") : (open.named.get("lang") ?? "");
  const before = lineBefore(text, open.start);
  const isBlock = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*$/.test(before) && inner.includes("\n");
  const fence = fenceFor(inner, isBlock ? 3 : 1);
  const pad = /^`|`$/.test(inner) ? " " : "";
  const [first, last] = isBlock ? [`${fence}${language}`, fence] : [fence + pad, pad + fence];
  const startsLine = !isBlock || /^[ \t]*\n/.test(inner.replaceAll("\r", ""));
  const endsLine = !isBlock || /\n[ \t>]*$/.test(inner);
  const indent = before.replace(/[^ \t>]/g, " ");
  return {
    edits: [
      { start: open.start, end: open.end, text: startsLine ? first : `${first}\n${indent}` },
      { start: close.start, end: close.end, text: endsLine ? last : `\n${indent}${last}` },
    ],
    done,
  };
}
