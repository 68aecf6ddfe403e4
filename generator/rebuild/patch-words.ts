import { termAt } from "../../corpus/search/vocabulary.ts";
import {
  eachPackedTerm,
  type PageWords,
  termIn,
  valueIn,
} from "../../corpus/search/words/index/page-words.ts";
import { openPlaceIndex, type PlaceIndex } from "../../corpus/search/words/index/place-index.ts";
import {
  eachPosting,
  POSTINGS_END,
  PostingsWriter,
} from "../../corpus/search/words/index/postings.ts";
import { writeTerms } from "../../corpus/search/words/index/term-list.ts";
import { splitUnits, UNIT_LENGTH, writeUnits } from "../../corpus/search/words/index/units.ts";
import { partWords, wordsToJson } from "../../corpus/search/words/index/words-json.ts";
import type { Vocabulary } from "../index/vocabulary.ts";

/** A doc whose text differs from when the index was made. */
export interface WordsEdit {
  /** The doc's position among all docs. */
  readonly place: number;
  readonly before: PageWords;
  readonly after: PageWords;
}

interface PatchOptions {
  /** In the order of the docs. */
  readonly edits: readonly WordsEdit[];
  /** The vocabulary of the terms. */
  readonly vocabulary: Vocabulary;
}

/** A run of units that is replaced. */
interface Cut {
  readonly start: number;
  readonly end: number;
  /** Added to the number of each unit after it, up to the next cut. */
  readonly shift: number;
}

/** New unit → value. */
type Postings = Map<number, number>;

/**
 * Updates the index of words: the same bytes as if it were made again, with the postings of
 * unchanged terms copied.
 *
 * @param json as written by `wordsToJson`
 */
export function patchWords(json: Buffer, { edits, vocabulary }: PatchOptions): Buffer {
  const written = partWords(json);
  const index = openPlaceIndex(written);
  const cuts = cutsOf(edits, index);
  const changes = changesOf(edits, { cuts, vocabulary });
  const isShifted = cuts.some(({ shift }) => shift !== 0);
  const writer = new PostingsWriter();
  const terms: string[] = [];
  for (const { name, term } of mergeNames(index, changes)) {
    const own = changes.get(name);
    const postings = postingsOf(index, term);
    if (own === undefined && !isShifted) writer.copy(postings);
    else {
      const merged = [...keptPostings(postings, cuts), ...(own ?? [])].sort(byUnit);
      if (merged.length === 0) continue;
      for (const [unit, value] of merged) writer.write(unit, value);
      writer.endTerm();
    }
    terms.push(name);
  }
  const units = replaceUnits(written.units, { edits, cuts });
  return wordsToJson({ units, terms: writeTerms(terms), postings: writer.finish() });
}

function cutsOf(edits: readonly WordsEdit[], { units: { firstUnits } }: PlaceIndex): Cut[] {
  let shift = 0;
  return edits.map(({ place, after }) => {
    const start = firstUnits[place]!;
    const end = firstUnits[place + 1]!;
    shift += after.units.length / UNIT_LENGTH - (end - start);
    return { start, end, shift };
  });
}

interface ChangeOptions {
  readonly cuts: readonly Cut[];
  readonly vocabulary: Vocabulary;
}

/** Returns the new postings in the edited docs of every term that one of them has or had. */
function changesOf(
  edits: readonly WordsEdit[],
  { cuts, vocabulary }: ChangeOptions,
): Map<string, Postings> {
  const changes = new Map<string, Postings>();
  const changeOf = (packed: number): Postings => {
    const name = vocabulary.names[termIn(packed)]!;
    const known = changes.get(name) ?? new Map<number, number>();
    changes.set(name, known);
    return known;
  };
  for (const [at, { before, after }] of edits.entries()) {
    const first = cuts[at]!.start + (cuts[at - 1]?.shift ?? 0);
    eachPackedTerm([before], (packed) => changeOf(packed));
    eachPackedTerm([after], (packed, unit) => changeOf(packed).set(first + unit, valueIn(packed)));
  }
  return changes;
}

interface NamedTerm {
  readonly name: string;
  /** Number of the term in the old index; -1 if it is new. */
  readonly term: number;
}

/** Lists old and new terms in order. */
function mergeNames(
  { vocabulary }: PlaceIndex,
  changes: ReadonlyMap<string, unknown>,
): NamedTerm[] {
  const merged: NamedTerm[] = [];
  const added = [...changes.keys()].sort();
  let next = 0;
  for (let term = 0; term < vocabulary.termCount; term++) {
    const name = termAt(vocabulary, term);
    for (; next < added.length && added[next]! < name; next++) {
      merged.push({ name: added[next]!, term: -1 });
    }
    if (added[next] === name) next++;
    merged.push({ name, term });
  }
  return [...merged, ...added.slice(next).map((name) => ({ name, term: -1 }))];
}

function postingsOf({ postings }: PlaceIndex, term: number): Uint8Array {
  if (term < 0) return Uint8Array.of(POSTINGS_END);
  const { bytes, start, end } = postings(term);
  return bytes.subarray(start, end + 1);
}

/** Returns the postings outside the cuts, with the new numbers of their units. */
function keptPostings(postings: Uint8Array, cuts: readonly Cut[]): [unit: number, value: number][] {
  const kept: [number, number][] = [];
  let shift = 0;
  let next = 0;
  eachPosting(postings, (unit, value) => {
    for (; next < cuts.length && cuts[next]!.end <= unit; next++) shift = cuts[next]!.shift;
    const isCut = next < cuts.length && cuts[next]!.start <= unit;
    if (!isCut) kept.push([unit + shift, value]);
  });
  return kept;
}

function byUnit([left]: [number, number], [right]: [number, number]): number {
  return left - right;
}

/** Replaces the descriptions of the units of edited docs. */
function replaceUnits(
  written: string,
  { edits, cuts }: { readonly edits: readonly WordsEdit[]; readonly cuts: readonly Cut[] },
): string {
  const units = splitUnits(written);
  let from = 0;
  const pieces = edits.map(({ after }, at) => {
    const kept = units.slice(UNIT_LENGTH * from, UNIT_LENGTH * cuts[at]!.start);
    from = cuts[at]!.end;
    return kept + after.units;
  });
  return writeUnits(pieces.join("") + units.slice(UNIT_LENGTH * from));
}
