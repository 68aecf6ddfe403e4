import { DocgateError } from "../../corpus/error.ts";
import type { Fix } from "../config/problem.ts";
import { applyFixes } from "../fix/apply-fixes.ts";
import { decode } from "../markdown/decode.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { OpenTree } from "./open-tree.ts";

/** A heading with another text, and what that does to the anchors of its page. */
export interface RenamedHeading {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly edit: Fix;
  /** The page with the new text. */
  readonly page: ParsedFile;
  /** Old anchor → new anchor, where they differ. */
  readonly anchors: ReadonlyMap<string, string>;
}

interface HeadingOptions {
  /** The text of the page, without a byte order mark. */
  readonly source: string;
  readonly anchor: string;
  readonly text: string;
}

/** @throws {DocgateError} `setting` if the page has no such heading, or the text makes none */
export function renameHeading(
  { parsePage, includeReader }: OpenTree,
  page: ParsedFile,
  { source, anchor, text }: HeadingOptions,
): RenamedHeading {
  const { path, headings } = page;
  const place = headings.findIndex((each) => each.anchor === anchor);
  if (place < 0) {
    throw new DocgateError("setting", `"${path}" has no heading with the anchor "${anchor}".`);
  }
  const newText = text.trim();
  const range =
    newText === "" || /[\r\n]/.test(text) ? null : rangeOfHeading(page, { source, place });
  const edit = range && { range, text: newText };
  const bytes = edit && Buffer.from(applyFixes(source, [edit]));
  const after = bytes && parsePage({ path, bytes }, includeReader);
  if (
    edit === null ||
    after === null ||
    "rule" in after ||
    after.headings.length !== headings.length
  ) {
    const message = `"${text}" cannot be the text of the heading "${headings[place]!.text}" of "${path}".`;
    throw new DocgateError("setting", message);
  }
  const pairs = headings.map((each, at) => [each.anchor, after.headings[at]!.anchor] as const);
  return {
    path,
    oldText: headings[place]!.text,
    newText: after.headings[place]!.text,
    edit,
    page: after,
    anchors: new Map(pairs.filter(([before, now]) => before !== now)),
  };
}

/** Finds the content of a heading in the source of its page; null if the page text has it alone. */
export function rangeOfHeading(
  page: ParsedFile,
  { source, place }: { readonly source: string; readonly place: number },
): readonly [number, number] | null {
  const bodyStart = source.length - decode(page.body).length;
  const { start, text } = page.headings[place]!;
  const offset = bodyStart + sourceOffset(page.edits, start);
  const raw = page.headingSources[place] ?? text;
  const at = source.indexOf(raw, offset);
  const between = at < 0 ? "x" : source.slice(offset, at);
  return /^(?:#{1,6}[ \t]+|[ \t]*)$/.test(between) ? [at, at + raw.length] : null;
}

/** Returns where an offset in a page text is in the body that it is made from. */
function sourceOffset(edits: ParsedFile["edits"], offset: number): number {
  let [source, text] = [0, 0];
  for (let at = 0; at < edits.length; ) {
    const [kept, removed] = [edits[at] as number, edits[at + 1] as number];
    if (offset < text + kept) break;
    at += 2;
    source += kept + removed;
    text += kept;
    if (typeof edits[at] === "string") text += (edits[at++] as string).length;
  }
  return source + Math.max(offset - text, 0);
}
