import type { Meeting } from "./fit.ts";
import { isInWord } from "./text/words.ts";

/** A piece of a place's visible text. */
export interface Excerpt {
  /** Plain text on one line: nothing in it is HTML. */
  readonly text: string;
  /** The words of the query in the text: sorted, not overlapping. */
  readonly marks: readonly Mark[];
}

/** Where a mark starts and ends, as offsets in UTF-16 units. */
export type Mark = readonly [start: number, end: number];

/** Maximum length of an excerpt in UTF-16 units. */
export const MAX_EXCERPT = 240;
/** Maximum length of the text before the first word of the query. */
const LEAD = 60;
const CUT = "…";

interface ExcerptOptions {
  readonly meetings: readonly Meeting[];
  /** Weights of the words of the query; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** For each word of the query, whether it is common: it is marked only in a run with others. */
  readonly isCommon: readonly boolean[];
}

/** Cuts the passage where the words of a query are densest out of a visible text. */
export function excerptOf(text: string, { meetings, weights, isCommon }: ExcerptOptions): Excerpt {
  const sorted = meetings.toSorted((left, right) => left.start - right.start);
  const { from, to } = windowIn(text, densest(sorted, weights));
  const before = from > 0 ? CUT : "";
  const piece = text.slice(from, to).trimEnd();
  const last = from + piece.length;
  const shown = sorted.filter(({ start, end }) => start >= from && end <= last);
  const marks = join(withoutLone(shown, isCommon));
  return {
    text: before + piece + (to < text.length ? CUT : ""),
    marks: marks.map(({ start, end }) => [
      start - from + before.length,
      end - from + before.length,
    ]),
  };
}

/** Returns the start of the window with the most words of the query; of equal ones, the first. */
function densest(meetings: readonly Meeting[], weights: readonly number[]): number {
  let best = { start: 0, value: 0 };
  let last = 0;
  const counts = new Int32Array(weights.length);
  let value = 0;
  const count = (word: number, by: number): void => {
    // The first occurrence of a word counts in full, each further one very little.
    const isOnly = counts[word] === (by > 0 ? 0 : 1);
    counts[word]! += by;
    value += by * (isOnly ? weights[word]! : weights[word]! / 16);
  };
  for (const { word, start } of meetings) {
    for (; last < meetings.length; last++) {
      const next = meetings[last]!;
      if (next.end - start > MAX_EXCERPT - LEAD) break;
      count(next.word, 1);
    }
    if (value > best.value) best = { start, value };
    // A word too long for a window was not counted.
    if (counts[word]! > 0) count(word, -1);
    else last++;
  }
  return best.start;
}

/** Returns the part of a text around a word, cut at word boundaries. */
function windowIn(text: string, start: number): { from: number; to: number } {
  if (text.length <= MAX_EXCERPT) return { from: 0, to: text.length };
  let from = 0;
  if (start > LEAD) {
    const rest = text.length - (MAX_EXCERPT - CUT.length);
    from = afterBound(text, Math.min(start - LEAD, rest), start);
  }
  const end = from + MAX_EXCERPT - CUT.length * (from > 0 ? 2 : 1);
  if (from > 0 && text.length <= end + CUT.length) return { from, to: text.length };
  return { from, to: beforeBound(text, end, from) };
}

/** Returns the first offset after a space; if there is none, the first where a word may begin. */
function afterBound(text: string, at: number, most: number): number {
  const space = text.indexOf(" ", at - 1);
  if (space >= 0 && space < most) return space + 1;
  let from = at;
  while (from < most && !isBound(text, from)) from++;
  return from;
}

/** Returns the last offset where a word may end; within a word that is too long, `at` itself. */
function beforeBound(text: string, at: number, least: number): number {
  let to = at;
  while (to > least && !isBound(text, to)) to--;
  if (to > least) return to;
  return isLowSurrogate(text, at) ? at - 1 : at;
}

function isBound(text: string, at: number): boolean {
  if (isLowSurrogate(text, at)) return false;
  return !(isInWord(text, at) && isInWord(text, at - 1));
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Leaves out common words that do not stand in a run with one that is not common. */
function withoutLone(sorted: readonly Meeting[], isCommon: readonly boolean[]): readonly Meeting[] {
  const kept: Meeting[] = [];
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    while (to < sorted.length && sorted[to]!.position - sorted[to - 1]!.position <= 1) to++;
    const run = sorted.slice(from, to);
    if (run.some(({ word }) => !isCommon[word])) kept.push(...run);
    from = to;
  }
  return kept;
}

type Range = Pick<Meeting, "start" | "end">;

/** Joins marks that overlap or touch. */
function join(sorted: readonly Range[]): Range[] {
  const marks: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = marks.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}
