import { toNfc } from "../../text.ts";
import type { Meet, Meetings } from "./meetings.ts";
import { coverageOf, heldWeight, nearnessOf } from "./nearness.ts";
import { breadcrumbsOf, type Place, textAfterHeading, type WordsDoc } from "./places.ts";
import { TUNE } from "./tune.ts";
import { visibleText } from "./visible-text.ts";

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
    TUNE.headNear * nearnessOf(meet(path), weights) +
    TUNE.headFit * shareOf(meet(heading), weights) +
    TUNE.titleFit * shareOf(meet(toNfc(doc.title)), weights)
  );
}

/** How near the words are to each other in the text of a place. */
export function textFit({ meetings }: Reading, weights: readonly number[]): number {
  return TUNE.near * nearnessOf(meetings, weights);
}

/** The weight of the words that a heading has, by how much of the heading they are. */
function shareOf(heading: Meetings, weights: readonly number[]): number {
  return heldWeight(heading, weights) * coverageOf(heading);
}
