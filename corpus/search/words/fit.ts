import { toNfc } from "../../text/fold.ts";
import type { Meet, Meetings } from "./meetings.ts";
import type { ListedDoc, Place } from "./places.ts";
import { WEIGHTS } from "./weights.ts";

/** Maximum distance of two words that are near each other, in words. */
const FAR = 8;
/** Factor for two words in reverse order. */
const TURNED = 0.5;

/** The text of a place, with the words of a query that it has. */
export interface Reading {
  readonly text: string;
  readonly meetings: Meetings;
}

interface FitOptions {
  readonly doc: ListedDoc;
  readonly meet: Meet;
  /** Weights of the words of the query, in its order. */
  readonly weights: readonly number[];
}

/** Scores how much of its heading and of its page's title the words of the query make up. */
export function headingsFit(place: Place, { doc, meet, weights }: FitOptions): number {
  const heading = toNfc(doc.headings[place.heading]?.text ?? doc.title);
  const title = toNfc(doc.title);
  return (
    WEIGHTS.fit.ofHeading * shareOf(heading, { meetings: meet(heading), weights }) +
    WEIGHTS.fit.ofTitle * shareOf(title, { meetings: meet(title), weights })
  );
}

/** Scores how near the words of the query are to each other in the text of a place. */
export function textFit({ meetings }: Reading, weights: readonly number[]): number {
  return WEIGHTS.fit.near * nearnessOf(meetings, weights);
}

interface ShareOptions extends Pick<FitOptions, "weights"> {
  readonly meetings: Meetings;
}

/** Returns the weight of the words in a heading, multiplied by the share of it that they make up. */
function shareOf(heading: string, { meetings, weights }: ShareOptions): number {
  return heldWeight(meetings, weights) * coverageOf(heading, meetings);
}

/**
 * Scores how near to each other neighbours of the query are in a text: each pair counts the weight
 * of its lighter word, divided by the smallest distance of the two.
 *
 * @param weights Weights of the words of the query, in its order.
 * @returns 0 if no pair is near, up to the sum of the pairs' weights if the text has the words as the
 * query does
 */
function nearnessOf({ meetings }: Meetings, weights: readonly number[]): number {
  const last = new Int32Array(weights.length).fill(-FAR - 1);
  const best = new Float64Array(weights.length);
  for (const { word, position } of meetings) {
    if (word > 0) meet(word - 1, position - last[word - 1]!, 1);
    if (word + 1 < weights.length) meet(word, position - last[word + 1]!, TURNED);
    last[word] = position;
  }
  let sum = 0;
  for (let pair = 0; pair + 1 < weights.length; pair++) {
    sum += best[pair]! * Math.min(weights[pair]!, weights[pair + 1]!);
  }
  return sum;

  function meet(pair: number, apart: number, weight: number): void {
    if (apart > FAR) return;
    const near = weight / Math.max(1, apart);
    if (near > best[pair]!) best[pair] = near;
  }
}

/** Returns the total weight of the words of the query that a text has. */
function heldWeight({ meetings }: Meetings, weights: readonly number[]): number {
  const held = new Set(meetings.map(({ word }) => word));
  let sum = 0;
  for (const word of held) sum += weights[word]!;
  return sum;
}

/** Returns the share of a heading's letters and digits that are in words of the query. */
function coverageOf(heading: string, { meetings }: Meetings): number {
  let covered = 0;
  let last = 0;
  for (const { start, end } of meetings.toSorted((left, right) => left.start - right.start)) {
    if (end > last) covered += countLetters(heading.slice(Math.max(start, last), end));
    last = Math.max(last, end);
  }
  return covered === 0 ? 0 : covered / countLetters(heading);
}

function countLetters(text: string): number {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").length;
}
