import { LRUCache } from "lru-cache";
import { applyEdits, editsOf, pageTextOf } from "../../corpus/marks.ts";
import type { Doc } from "../../corpus/schema.ts";
import { withoutInvisible } from "../../corpus/text/invisible.ts";
import type { Addresses } from "./addresses.ts";

/** The source of a page as agents read it, prepared once for all its parts. */
export interface PageText {
  readonly doc: Doc;
  /** Returns a part of the page text, by its offsets in it. Default for `end`: its end. */
  read(start: number, end?: number): string;
}

/** The pages that were read last. */
const known = new WeakMap<Addresses, LRUCache<Doc, PageText>>();
const KEPT_PAGES = 100;

/**
 * Prepares the text of a page for agents: with addresses that lead somewhere from everywhere, and
 * without what readers do not see.
 */
export function pageText(doc: Doc, addresses: Addresses): PageText {
  const pages = known.get(addresses) ?? new LRUCache<Doc, PageText>({ max: KEPT_PAGES });
  known.set(addresses, pages);
  const page = pages.get(doc) ?? preparePage(doc, addresses);
  pages.set(doc, page);
  return page;
}

function preparePage(doc: Doc, addresses: Addresses): PageText {
  const text = pageTextOf(doc);
  const edits = editsOf(doc.marks, (target) => addresses.ofTarget(target, doc));
  return { doc, read: (start, end = text.length) => applyEdits(text, edits, { start, end }) };
}

/** Returns the description of a page as agents read it; empty if it has none. */
export function descriptionOf(doc: Doc, addresses: Addresses): string {
  const { description, marks } = doc;
  if (description === null) return "";
  const edits = editsOf(marks.description ?? NO_MARKS, (target) => addresses.ofTarget(target, doc));
  return onOneLine(applyEdits(description, edits));
}

const NO_MARKS = { hidden: [], links: [] };

/**
 * Returns a page as agents read it: title, description, where all pages are listed, and the body.
 *
 * @example
 * const markdown = pageMarkdown(doc, new Addresses(corpus, "https://docs.example.com"));
 */
export function pageMarkdown(doc: Doc, addresses: Addresses): string {
  const head = [`# ${onOneLine(doc.title)}`];
  const description = descriptionOf(doc, addresses);
  if (description !== "") head.push(`> ${description}`);
  head.push(`All pages: ${addresses.route("/llms.txt")}`);
  const body = pageText(doc, addresses).read(doc.marks.titleEnd);
  return `${[...head, body.trim()].join("\n\n").trimEnd()}\n`;
}

/**
 * Returns one section of a page as agents read it: a heading and everything up to the next heading
 * of the same or a higher level.
 *
 * @returns null if the page has no such anchor
 */
export function sectionMarkdown(
  doc: Doc,
  { anchor, addresses }: { readonly anchor: string; readonly addresses: Addresses },
): string | null {
  const at = doc.headings.findIndex((heading) => heading.anchor === anchor);
  if (at < 0) return null;
  const { start, depth } = doc.headings[at]!;
  const next = doc.headings.slice(at + 1).find((heading) => heading.depth <= depth);
  const text = pageText(doc, addresses).read(start, next?.start);
  return `${text.trim()}\n`;
}

const COMMENT = /<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g;

/** Returns a text from the docs as part of a single line, without comments in it. */
export function onOneLine(text: string): string {
  return withoutInvisible(text).replace(COMMENT, "").replace(/\s+/g, " ").trim();
}
