import { termAt } from "../../corpus/search/vocabulary.ts";
import {
  eachPackedTerm,
  type PageWords,
  termIn,
  valueIn,
} from "../../corpus/search/words/index/page-words.ts";
import {
  NO_UNIT,
  POSTINGS_END,
  PostingsReader,
  PostingsWriter,
  startsOfTerms,
} from "../../corpus/search/words/index/postings.ts";
import { TermListPatch } from "../../corpus/search/words/index/term-list.ts";
import { firstUnitsIn, replaceUnits, UNIT_LENGTH } from "../../corpus/search/words/index/units.ts";
import { partWords, wordsToJson } from "../../corpus/search/words/index/words-json.ts";
import { lowerBound } from "../../corpus/text/order.ts";
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

/** Room for what is added to the postings, so that they are rarely copied again. */
const EXTRA_BYTES = 2 ** 16;

const NO_POSTINGS = Uint8Array.of(POSTINGS_END);

/** For each cut, the new postings of a term in order. */
type Postings = readonly (readonly [unit: number, value: number])[][];

/**
 * Updates the index of words: the same bytes as if it were made again. Where the numbers of units
 * stay the same, everything between the terms that changed is copied at once; otherwise each list
 * of postings is read up to the last cut.
 *
 * @param json as written by `wordsToJson`
 */
export function patchWords(json: Buffer, { edits, vocabulary }: PatchOptions): Buffer {
  const { units, terms: written, postings } = partWords(json);
  const cuts = cutsOf(edits, firstUnitsIn(units));
  const changes = changesOf(edits, { cuts, vocabulary });
  const terms = new TermListPatch(written);
  const lists = new PostingsPatch(postings as Uint8Array, { cuts, count: terms.old.termCount });
  let next = 0;
  for (const name of [...changes.keys()].sort()) {
    const place = lowerBound({ from: next, to: terms.old.termCount }, (term) => {
      return termAt(terms.old, term) < name;
    });
    terms.copy(next, place);
    lists.copy(next, place);
    const isKnown = place < terms.old.termCount && termAt(terms.old, place) === name;
    if (lists.change(isKnown ? place : null, changes.get(name)!)) terms.add(name);
    next = place + (isKnown ? 1 : 0);
  }
  terms.copy(next, terms.old.termCount);
  lists.copy(next, terms.old.termCount);
  const texts = edits.map(({ after }, at) => ({ ...cuts[at]!, text: after.units }));
  return wordsToJson({
    units: replaceUnits(units, texts),
    terms: terms.finish(),
    postings: lists.finish(),
  });
}

function cutsOf(edits: readonly WordsEdit[], firstUnits: readonly number[]): Cut[] {
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
  const changes = new Map<string, [number, number][][]>();
  const changeOf = (packed: number): [number, number][][] => {
    const name = vocabulary.names[termIn(packed)]!;
    const known = changes.get(name) ?? cuts.map(() => []);
    changes.set(name, known);
    return known;
  };
  for (const [at, { before, after }] of edits.entries()) {
    const first = cuts[at]!.start + (cuts[at - 1]?.shift ?? 0);
    eachPackedTerm([before], (packed) => changeOf(packed));
    eachPackedTerm([after], (packed, unit) => {
      changeOf(packed)[at]!.push([first + unit, valueIn(packed)]);
    });
  }
  return changes;
}

/** Writes the postings of all terms with some of them changed. */
class PostingsPatch {
  readonly #old: Uint8Array;
  /** Where the postings of each term begin, followed by where the last ones end. */
  readonly #starts: Uint32Array;
  readonly #cuts: readonly Cut[];
  readonly #isShifted: boolean;
  readonly #unchanged: Postings;
  readonly #writer: PostingsWriter;

  constructor(old: Uint8Array, { cuts, count }: { cuts: readonly Cut[]; count: number }) {
    this.#old = old;
    this.#writer = new PostingsWriter(old.length + EXTRA_BYTES);
    this.#starts = startsOfTerms(old, count);
    this.#cuts = cuts;
    this.#isShifted = cuts.some(({ shift }) => shift !== 0);
    this.#unchanged = cuts.map(() => []);
  }

  /** Copies the postings of consecutive terms that no edited doc has or had. */
  copy(from: number, to: number): void {
    if (!this.#isShifted) this.#writer.copy(this.#old, this.#starts[from]!, this.#starts[to]!);
    else for (let term = from; term < to; term++) this.change(term, this.#unchanged);
  }

  /**
   * Writes the postings of a term with those of edited docs replaced.
   *
   * @param term null for a new one
   * @returns false if there are none
   */
  change(term: number | null, postings: Postings): boolean {
    const reader =
      term === null
        ? new PostingsReader(NO_POSTINGS, 0)
        : new PostingsReader(this.#old, this.#starts[term]!);
    const lengthBefore = this.#writer.length;
    let shift = 0;
    for (const [at, cut] of this.#cuts.entries()) {
      for (; reader.unit < cut.start; reader.next()) {
        this.#writer.write(reader.unit + shift, reader.value);
      }
      for (const [unit, value] of postings[at]!) this.#writer.write(unit, value);
      while (reader.unit < cut.end) reader.next();
      shift = cut.shift;
    }
    if (reader.unit < NO_UNIT) {
      this.#writer.write(reader.unit + shift, reader.value);
      // The numbers after it are relative to it.
      this.#writer.copy(this.#old, reader.at, this.#starts[term! + 1]!);
      return true;
    }
    if (this.#writer.length === lengthBefore) return false;
    this.#writer.endTerm();
    return true;
  }

  finish(): Uint8Array {
    return this.#writer.finish();
  }
}
