import type { Corpus } from "../../../corpus/open/corpus.ts";
import type { Doc, Heading } from "../../../corpus/schema.ts";
import { decodeText } from "../find-page.ts";

/** A page, or one of its sections: a heading with everything up to the next of its depth. */
export interface Passage {
  readonly doc: Doc;
  /** Null for the whole page. */
  readonly heading: Heading | null;
  /** Position in the body, in UTF-16 units. */
  readonly start: number;
  /** Infinity for its end: a body may be decoded each time it is read. */
  readonly end: number;
}

/** A passage, and where to continue in it. */
export interface Place {
  readonly passage: Passage;
  /** Offset in its Markdown, in UTF-16 units. */
  readonly offset: number;
}

/** Pages of a corpus, as agents name and read them. */
export interface Library {
  readonly corpus: Corpus;
  /** Names of the public editions if there are several, the default one first. */
  readonly editions: readonly string[];
  /** Finds what a ref names. */
  find(ref: string): Place | undefined;
  /** Returns the pages that an unknown ref probably means, the most similar first. */
  nearest(ref: string, count: number): readonly Doc[];
  /** Returns a passage without hidden text, with links that lead somewhere. */
  textOf(passage: Passage): PassageText;
  /** Returns the offset in the Markdown of a passage for a position in the body. */
  offsetIn(passage: Passage, position: number): number;
  /** Returns a page as its `.md` route gives it. */
  pageMarkdown(doc: Doc): string;
  /** Returns the answer to a call if it is kept: the same call has the same answer. */
  answerTo(call: string): string | undefined;
  keepAnswer(call: string, answer: string): void;
}

export interface PassageText {
  readonly markdown: string;
  /** Estimated tokens. */
  readonly cost: number;
}

/** Ends a ref that continues a passage. */
const OFFSET = /~(?<offset>\d{1,9})$/;

/** Splits a ref of a continuation. */
export function splitOffset(ref: string): { readonly base: string; readonly offset: number } {
  const { offset = "0" } = OFFSET.exec(ref)?.groups ?? {};
  return { base: ref.replace(OFFSET, ""), offset: Number(offset) };
}

/** Refs that can be told from everything around them. */
const PLAIN = /^[\p{L}\p{N}\p{M}_./-]+$/u;

/** Returns the ref of a page: its slug, decoded if it then ends where it should for readers. */
export function refOfDoc({ slug }: Doc): string {
  const decoded = decodeText(slug);
  return PLAIN.test(decoded) ? decoded : slug;
}

/** Returns the ref of a passage. */
export function refOf({ doc, heading }: Passage): string {
  // Refs are decoded, and end at white space for whoever reads them.
  const anchor = heading?.anchor.replace(/[%\s]/g, encodeURIComponent);
  return anchor === undefined ? refOfDoc(doc) : `${refOfDoc(doc)}#${anchor}`;
}

/** Returns the ref that continues a passage at an offset. */
export function continuationOf(passage: Passage, offset: number): string {
  return `${refOf(passage)}~${offset}`;
}

export function passageOf(doc: Doc, heading: Heading | null): Passage {
  if (heading === null) return { doc, heading, start: 0, end: Infinity };
  const at = doc.headings.indexOf(heading);
  const next = doc.headings.slice(at + 1).find(({ depth }) => depth <= heading.depth);
  return { doc, heading, start: heading.start, end: next?.start ?? Infinity };
}

/** Returns the page's title and the headings above a passage and of it, each once. */
export function titlesOf({ doc, heading }: Passage): string[] {
  const titles = [doc.title];
  if (heading === null) return titles;
  const at = doc.headings.indexOf(heading);
  const path = [heading];
  for (const other of doc.headings.slice(0, at).reverse()) {
    if (other.depth < path[0]!.depth) path.unshift(other);
  }
  for (const { text } of path) if (!titles.includes(text)) titles.push(text);
  return titles;
}

/** Tells whether a passage is part of another one. */
export function isWithin(inner: Passage, outer: Passage): boolean {
  return inner.doc === outer.doc && inner.start >= outer.start && inner.end <= outer.end;
}
