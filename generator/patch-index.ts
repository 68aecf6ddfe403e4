import { indexHead, lengthsOf } from "./search-index.ts";
import { fieldsOf, type PageTerms } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A doc whose text is another than when the index was built. */
export interface IndexEdit {
  /** The doc's place among all. */
  readonly place: number;
  readonly before: PageTerms;
  readonly after: PageTerms;
}

interface PatchOptions {
  readonly edits: readonly IndexEdit[];
  /** That of the terms. */
  readonly vocabulary: Vocabulary;
}

/** Field → doc → how often a term is there: what the index has of one term. */
type Postings = Record<string, Record<string, number>>;

interface Posting {
  readonly field: number;
  readonly place: number;
  readonly count: number;
}

const BEFORE_TERMS = ',"index":[';
const AFTER_TERMS = '],"serializationVersion":';
/** Between two terms: inside a string of JSON no quote stands behind a bracket. */
const BOUNDARY = '}}],["';
const TERM_OFFSET = BOUNDARY.indexOf("[");

/**
 * Brings a search index up to date: the same bytes as if it were built anew, of which those of all
 * terms that did not change are taken as they are.
 *
 * @param index that `buildSearchIndex` built of the same docs, in the same order
 * @returns the pieces of the new one
 */
export function patchSearchIndex(
  index: Buffer,
  { edits, vocabulary }: PatchOptions,
): (Uint8Array | string)[] {
  const headEnd = index.indexOf(BEFORE_TERMS);
  const start = headEnd + BEFORE_TERMS.length;
  const end = index.lastIndexOf(AFTER_TERMS);
  const terms = [...collectChanges(edits)]
    .map(([term, postings]) => ({ name: vocabulary.names[term]!, postings }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const entries = openEntries(index, { start, end });
  const pieces: (Uint8Array | string)[] = [];
  let kept = start;

  function put(piece: Uint8Array | string): void {
    if (piece.length > 0) pieces.push(pieces.length > 0 ? "," : "", piece);
  }

  for (const { name, postings } of terms) {
    const at = entries.firstFrom(name);
    const isKnown = at < end && entries.nameAt(at) === name;
    const next = isKnown ? entries.startFrom(at + 1) : at;
    const before: Postings = isKnown ? JSON.parse(entries.textAt(at, next))[1] : {};
    const after = change(before, postings);
    put(entries.run(kept, at));
    if (Object.keys(after).length > 0) put(JSON.stringify([name, after]));
    kept = next;
  }
  put(entries.run(kept, end));
  const head = patchHead(index.toString("utf8", 0, headEnd), edits);
  return [head, BEFORE_TERMS, ...pieces, index.subarray(end)];
}

function patchHead(json: string, edits: readonly IndexEdit[]): string {
  const { documentIds, fieldLength } = JSON.parse(`${json}}`);
  const lengths: number[][] = Object.values(fieldLength);
  for (const { place, after } of edits) lengths[place] = lengthsOf(after);
  return indexHead(Object.values(documentIds), lengths);
}

/** What is another, term by term. */
function collectChanges(edits: readonly IndexEdit[]): Map<number, Posting[]> {
  const changes = new Map<number, Posting[]>();
  for (const { place, before, after } of edits) {
    const fieldsAfter = fieldsOf(after);
    for (const [field, { start, end }] of fieldsOf(before).entries()) {
      const counts = countsIn(after, fieldsAfter[field]!);
      for (let at = start; at < end; at += 2) {
        const term = before[at]!;
        const count = counts.get(term) ?? 0;
        counts.delete(term);
        if (count !== before[at + 1]) append(changes, term, { field, place, count });
      }
      for (const [term, count] of counts) append(changes, term, { field, place, count });
    }
  }
  return changes;
}

function countsIn(
  terms: PageTerms,
  { start, end }: { start: number; end: number },
): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = start; at < end; at += 2) counts.set(terms[at]!, terms[at + 1]!);
  return counts;
}

function append(changes: Map<number, Posting[]>, term: number, posting: Posting): void {
  const known = changes.get(term);
  if (known) known.push(posting);
  else changes.set(term, [posting]);
}

/** The keys are whole numbers, which an object has in their order. */
function change(postings: Postings, changes: readonly Posting[]): Postings {
  for (const { field, place, count } of changes) {
    postings[field] ??= {};
    const docs = postings[field];
    if (count > 0) docs[place] = count;
    else delete docs[place];
    if (Object.keys(docs).length === 0) delete postings[field];
  }
  return postings;
}

/** The terms in the bytes of an index, each from its bracket on: `["term",{…}]`. */
function openEntries(index: Buffer, { start, end }: { start: number; end: number }) {
  /** Where the first term from an offset on begins. */
  function startFrom(offset: number): number {
    if (offset <= start) return start;
    const boundary = index.indexOf(BOUNDARY, offset - TERM_OFFSET);
    return boundary < 0 || boundary >= end ? end : boundary + TERM_OFFSET;
  }

  /** No term holds a quote, for it parts words. */
  function nameAt(at: number): string {
    return JSON.parse(index.toString("utf8", at + 1, index.indexOf('"', at + 2) + 1));
  }

  return {
    startFrom,
    nameAt,
    /** Where the first term begins that is not before a name; the end if there is none. */
    firstFrom(name: string): number {
      let first = end;
      let low = start;
      let high = end;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const at = startFrom(middle);
        if (at >= high) high = middle;
        else if (nameAt(at) < name) low = startFrom(at + 1);
        else first = high = at;
      }
      return first;
    },
    /** One term, without the comma between it and the next. */
    textAt: (at: number, next: number): string =>
      index.toString("utf8", at, next < end ? next - 1 : end),
    /** All from one on, up to another, without the comma before that. */
    run: (from: number, to: number): Uint8Array =>
      index.subarray(from, to < end && to > from ? to - 1 : to),
  };
}
