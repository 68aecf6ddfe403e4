import { DocgateError } from "../../../error.ts";
import { TERM_END, termAt, type Vocabulary } from "../../vocabulary.ts";

/**
 * Stands before a term that begins with no letter of the term before it. The letters after it, up to
 * `Z`, say how many units are the same. No term has capital letters, since words are folded.
 */
const NONE_SHARED = 0x41;
const MOST_SHARED = 25;
/** Number of units that become a string at once. */
const PIECE = 2 ** 13;

/** Writes terms in their order, without what each has in common with the one before it. */
export function writeTerms(terms: readonly string[]): string {
  return terms.map((term, at) => writeTerm(term, terms[at - 1] ?? "")).join("");
}

function writeTerm(term: string, before: string): string {
  let shared = 0;
  while (shared < MOST_SHARED && shared < before.length && term[shared] === before[shared]) {
    shared++;
  }
  return String.fromCharCode(NONE_SHARED + shared) + term.slice(shared);
}

/** Writes the terms of another list again, with some added and some left out. */
export class TermListPatch {
  readonly old: Vocabulary;
  readonly #written: string;
  /** Where each term begins in the text, followed by its end. */
  readonly #starts: Uint32Array;
  readonly #pieces: string[] = [];
  #before = "";

  /** @param written as {@link writeTerms} has written it */
  constructor(written: string) {
    this.old = readTerms(written);
    this.#written = written;
    this.#starts = new Uint32Array(this.old.termCount + 1).fill(written.length);
    for (let at = 0, term = 0; at < written.length; at++) {
      if (sharedAt(written, at) >= 0) this.#starts[term++] = at;
    }
  }

  /** Adds consecutive terms of the old list. */
  copy(from: number, to: number): void {
    if (from === to) return;
    this.add(termAt(this.old, from));
    this.#pieces.push(this.#written.slice(this.#starts[from + 1], this.#starts[to]));
    this.#before = termAt(this.old, to - 1);
  }

  add(term: string): void {
    this.#pieces.push(writeTerm(term, this.#before));
    this.#before = term;
  }

  finish(): string {
    return this.#pieces.join("");
  }
}

/**
 * Reads what {@link writeTerms} has written.
 *
 * @throws {DocgateError} `corpus-layout` if it is anything else, or not in ascending order
 */
export function readTerms(written: string): Vocabulary {
  const { termCount, unitCount } = measure(written);
  const units = new Uint16Array(unitCount);
  const termStarts = new Int32Array(termCount + 1);
  const termEnd = TERM_END.charCodeAt(0);
  let length = 0;
  let before = 0;
  units[length++] = termEnd;
  for (let at = 0, term = 0; term < termCount; term++) {
    const start = length;
    const shared = sharedAt(written, at++);
    if (shared > start - 1 - before) fail();
    for (let same = 0; same < shared; same++) units[length++] = units[before + same]!;
    for (; at < written.length && sharedAt(written, at) < 0; at++) {
      units[length++] = written.charCodeAt(at);
    }
    units[length++] = termEnd;
    if (term > 0 && !isAscending(units, { before, start, at: shared })) fail();
    termStarts[term] = start;
    before = start;
  }
  termStarts[termCount] = length;
  return { termCount, vocabulary: textOf(units), termStarts };
}

/** Counts the terms and the units of the vocabulary. */
function measure(written: string): { termCount: number; unitCount: number } {
  let termCount = 0;
  let unitCount = TERM_END.length;
  for (let at = 0; at < written.length; at++) {
    const shared = sharedAt(written, at);
    unitCount += shared < 0 ? 1 : shared + TERM_END.length;
    if (shared >= 0) termCount++;
    else if (termCount === 0) fail();
  }
  return { termCount, unitCount };
}

/** Returns how many units the term that begins at an offset shares; negative if none begins there. */
function sharedAt(written: string, at: number): number {
  const shared = written.charCodeAt(at) - NONE_SHARED;
  return shared <= MOST_SHARED ? shared : -1;
}

interface Neighbours {
  /** Where two terms begin. */
  readonly before: number;
  readonly start: number;
  /** Number of units that are known to be the same. */
  readonly at: number;
}

/** Returns true if a term is after the one before it; each ends with a unit that is before all others. */
function isAscending(units: Uint16Array, { before, start, at }: Neighbours): boolean {
  let same = at;
  while (before + same < start && units[before + same] === units[start + same]) same++;
  return before + same < start && units[before + same]! < units[start + same]!;
}

function textOf(units: Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += PIECE) {
    const piece: ArrayLike<number> = units.subarray(at, at + PIECE);
    pieces.push(String.fromCharCode.apply(null, piece as number[]));
  }
  return pieces.join("");
}

function fail(): never {
  throw new DocgateError("corpus-layout", "Its terms are not in order.");
}
