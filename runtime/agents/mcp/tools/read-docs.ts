import type { Work } from "../../../docs/execute/long-work.ts";
import { estimateTokens } from "../../token-estimate.ts";
import { Answer } from "../answer.ts";
import { continuationOf, isWithin, type Library, type Place, refOf, refOfDoc } from "../library.ts";
import { inOneLine } from "../one-line.ts";
import type { ReadArguments } from "../tool-arguments.ts";
import { costOfPlace, writePlace } from "./passage-part.ts";

const MAX_NEAREST = 3;
const MAX_SHOWN_REF = 80;
/** Share of the budget that unknown refs may have if others are known. */
const UNKNOWN_SHARE = 0.3;
/** The longest continuation that is reckoned with. */
const MAX_OFFSET = 9_999_999;
const MAX_TOKENS = 999_999;
/** A part of several with fewer tokens says too little. */
const LEAST_TOKENS = 40;

/** Reads passages: all of each that fits, and the refs that continue the rest. */
export function* readDocs(library: Library, { refs, maxTokens }: ReadArguments): Work<string> {
  const answer = new Answer(library, maxTokens);
  const unknown: string[] = [];
  const places: Place[] = [];
  for (const ref of refs) {
    const place = library.find(ref);
    if (place) places.push(place);
    else unknown.push(ref);
  }
  const least = places.length > 0 ? answer.left * (1 - UNKNOWN_SHARE) : 0;
  for (const ref of unknown) {
    sayUnknown(answer, { library, ref, least });
    yield;
  }
  const { kept, dropped } = dropRepeated(places);
  if (dropped.length > 0) answer.say(`Part of another ref here: ${dropped.join(", ")}.`);
  yield* addPlaces(answer, { library, places: kept });
  return answer.toString();
}

interface UnknownOptions {
  readonly library: Library;
  readonly ref: string;
  /** Tokens to leave for passages. */
  readonly least: number;
}

function sayUnknown(answer: Answer, { library, ref, least }: UnknownOptions): void {
  const nearest = library.nearest(ref, MAX_NEAREST).map(refOfDoc);
  const shown = JSON.stringify(inOneLine(ref, MAX_SHOWN_REF));
  const help = nearest.length > 0 ? `Nearest: ${nearest.join(", ")}.` : "Use search_docs.";
  const line = `There is no ${shown}. ${help}`;
  if (answer.left - estimateTokens(`${line}\n`) >= least) answer.say(line);
}

/** Drops places that are within others; the first of two equal places is kept. */
function dropRepeated(places: readonly Place[]): { kept: Place[]; dropped: string[] } {
  const kept = places.filter(
    (place, at) =>
      !places.some(
        (other, otherAt) =>
          otherAt !== at &&
          other.offset === 0 &&
          isWithin(place.passage, other.passage) &&
          (!isSame(place, other) || otherAt < at),
      ),
  );
  const dropped = places.filter((place) => !kept.includes(place));
  return { kept, dropped: dropped.map(({ passage }) => refOf(passage)) };
}

/** Tells whether two places are one; a page and its first heading can be, under two refs. */
function isSame(one: Place, other: Place): boolean {
  const isBoth = isWithin(one.passage, other.passage) && isWithin(other.passage, one.passage);
  return isBoth && one.offset === other.offset;
}

interface PlacesOptions {
  readonly library: Library;
  readonly places: readonly Place[];
}

/** Adds what fits of each place, and says at the top what does not. */
function* addPlaces(answer: Answer, { library, places }: PlacesOptions): Work<void> {
  const costs = new Map<Place, number>();
  for (const place of places) {
    costs.set(place, costOfPlace(library, place));
    yield;
  }
  const isComplete = sum(costs.values()) <= answer.left;
  const room = isComplete ? answer.left : answer.left - costOfNotes(places, answer.left);
  const shares = shareFairly(costs, room);
  // A single place always has a part, so that its continuations come to an end.
  const least = places.length === 1 ? 0 : LEAST_TOKENS;
  const parts = places.map((place) => {
    const budget = shares.get(place)!;
    const part = writePlace(library, place, { budget, least });
    return part && part.cost <= budget ? part : place;
  });
  const notes = parts.flatMap((part) => {
    if (!("text" in part)) return [describeLeftOut(refOfPlace(part), costs.get(part)!)];
    return part.next === null ? [] : [describeLeftOut(part.next, part.rest)];
  });
  const written = parts.filter((part) => "text" in part);
  if (places.length > 0 && written.length === 0) answer.say(TOO_SMALL);
  if (notes.length > 0) answer.say(describeNotes(notes, answer.left - room));
  for (const part of written) answer.add(part);
}

function describeLeftOut(ref: string, tokens: number): string {
  return `${ref} (${tokens} tokens)`;
}

const LEFT_OUT = "Left out, to be read next: ";
const TOO_SMALL = "No part fits: raise max_tokens.";
/** Share of the budget that the refs of what is left out may have. */
const NOTES_SHARE = 0.4;

/** Returns the tokens to set aside for the refs of what is left out, of one at least. */
function costOfNotes(places: readonly Place[], left: number): number {
  const notes = places.map(({ passage }) =>
    describeLeftOut(continuationOf(passage, MAX_OFFSET), MAX_TOKENS),
  );
  const least = estimateTokens(`${describeSome(notes, 1)}\n`);
  return Math.max(
    least,
    Math.min(
      estimateTokens(`${describeSome(notes, notes.length)}\n`),
      Math.floor(left * NOTES_SHARE),
    ),
  );
}

/** Names as many refs as the tokens allow that were set aside for them. */
function describeNotes(notes: readonly string[], tokens: number): string {
  let count = notes.length;
  while (count > 1 && estimateTokens(`${describeSome(notes, count)}\n`) > tokens) count--;
  return describeSome(notes, count);
}

function describeSome(notes: readonly string[], count: number): string {
  const more = count < notes.length ? `, and ${notes.length - count} more of your refs` : "";
  return `${LEFT_OUT}${notes.slice(0, count).join(", ")}${more}.`;
}

/** Divides tokens: what a place does not need, the others get. */
function shareFairly(costs: ReadonlyMap<Place, number>, tokens: number): Map<Place, number> {
  const shares = new Map<Place, number>();
  let left = tokens;
  const sorted = [...costs].sort(([, one], [, other]) => one - other);
  for (const [at, [place, cost]] of sorted.entries()) {
    const share = Math.min(cost, Math.floor(left / (sorted.length - at)));
    shares.set(place, share);
    left -= share;
  }
  return shares;
}

function refOfPlace({ passage, offset }: Place): string {
  return offset > 0 ? continuationOf(passage, offset) : refOf(passage);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
