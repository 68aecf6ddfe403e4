import { toNfc } from "../../text.ts";
import type { Meet, Meetings } from "./meetings.ts";
import { breadcrumbsOf, type Place, textAfterHeading, type WordsDoc } from "./places.ts";
import { visibleText } from "./visible-text.ts";
import { WEIGHTS } from "./weights.ts";

/** Beyond so many words apart, two words are not near. */
const FAR = 8;
/** What two words count that stand in the other order. */
const TURNED = 0.5;

/** A place that was read for a query. */
export interface Reading {
  readonly text: string;
  readonly meetings: Meetings;
}

export interface ReadOptions {
  readonly doc: WordsDoc;
  readonly meet: Meet;
}

/** Reads the text of a place and looks for the words of a query in it. */
export function readPlace(place: Place, { doc, meet }: ReadOptions): Reading {
  const text = visibleText(textAfterHeading(place, doc.body));
  return { text, meetings: meet(text) };
}

interface FitOptions extends ReadOptions {
  /** Of the words of the query, in its order. */
  readonly weights: readonly number[];
}

/**
 * How well the headings down to a place fit, beyond what the index knows: how near the words are to
 * each other in them, and how much of the heading and of the title they make up.
 */
export function headingsFit(place: Place, { doc, meet, weights }: FitOptions): number {
  const heading = toNfc(doc.headings[place.heading]?.text ?? doc.title);
  const path = toNfc([...breadcrumbsOf(place, doc), heading].join(" / "));
  return (
    WEIGHTS.fit.nearInHeadings * nearnessOf(meet(path), weights) +
    WEIGHTS.fit.ofHeading * shareOf(meet(heading), weights) +
    WEIGHTS.fit.ofTitle * shareOf(meet(toNfc(doc.title)), weights)
  );
}

/** How near the words are to each other in the text of a place. */
export function textFit({ meetings }: Reading, weights: readonly number[]): number {
  return WEIGHTS.fit.near * nearnessOf(meetings, weights);
}

/** The weight of the words that a heading has, by how much of the heading they are. */
function shareOf(heading: Meetings, weights: readonly number[]): number {
  return heldWeight(heading, weights) * coverageOf(heading);
}

/**
 * How near to each other a text has words that are neighbours in the query: for each pair of them
 * the weight of the lighter one by how many words apart they are, at best.
 *
 * @param weights Of the words of the query, in its order.
 * @returns 0 for nowhere near, up to the sum of the pairs' weights if they stand as in the query.
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

/** The weight of all words of the query that a text has. */
function heldWeight({ meetings }: Meetings, weights: readonly number[]): number {
  const held = new Set(meetings.map(({ word }) => word));
  let sum = 0;
  for (const word of held) sum += weights[word]!;
  return sum;
}

/** Which share of a text's words are words of the query. */
function coverageOf({ meetings, length }: Meetings): number {
  return length === 0 ? 0 : new Set(meetings.map(({ position }) => position)).size / length;
}
