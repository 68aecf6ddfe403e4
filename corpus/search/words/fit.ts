import { toNfc } from "../../text/fold.ts";
import type { ListedDoc, Place } from "./places.ts";
import type { SoughtWord } from "./query.ts";
import { BARE, bareOf, eachWord, LAST, PART, wordAt } from "./text/words.ts";
import { WEIGHTS } from "./weights.ts";

/** An occurrence of a sought word in a text. */
export interface Meeting {
  /** Position of the word among the sought words. */
  readonly word: number;
  /** Number of words before it in the text. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
  /** True for a part of an identifier. */
  readonly isPart: boolean;
}

/** All occurrences of the sought words in a text. */
export interface Meetings {
  readonly meetings: readonly Meeting[];
  /** Number of words in the text, not counting parts of identifiers. */
  readonly length: number;
}

const ASCII = 0x80;

/** Looks for the sought words in a text, which must be in NFC. */
export type Meet = (text: string) => Meetings;

export function createMeet(sought: readonly SoughtWord[]): Meet {
  const words = new Map<string, number>();
  for (const [at, { texts }] of sought.entries()) {
    for (const text of texts) if (!words.has(text)) words.set(text, at);
  }
  const beginnings = sought.flatMap(({ word, endingLength }, at) => {
    if (endingLength <= 0) return [];
    const bare = endingLength === Number.POSITIVE_INFINITY ? bareOf(word) : word;
    return [{ word, bare, longest: word.length + endingLength, at }];
  });

  function wordOf(term: string): number {
    const known = words.get(term);
    if (known !== undefined) return known;
    const bare = bareOf(term);
    const other = bare === term ? undefined : words.get(BARE + bare);
    if (other !== undefined) return other;
    for (const beginning of beginnings) {
      const isBeginning = term.startsWith(beginning.word) || bare.startsWith(beginning.bare);
      if (isBeginning && term.length <= beginning.longest) return beginning.at;
    }
    return -1;
  }

  // Most words of a text begin with another letter than those sought, and need not be looked up.
  const isFirst = new Uint8Array(ASCII);
  for (const text of [...words.keys(), ...beginnings.flatMap(({ word, bare }) => [word, bare])]) {
    const first = text.charAt(text.startsWith(BARE) ? 1 : 0);
    for (const letter of [first, first.toUpperCase()]) isFirst[letter.charCodeAt(0)] = 1;
  }

  return (text) => {
    const meetings: Meeting[] = [];
    let length = 0;
    eachWord(text, (start, end, kind) => {
      if (kind !== PART && kind !== LAST) length++;
      const first = text.charCodeAt(start);
      if (first < ASCII && isFirst[first] === 0) return;
      const word = wordOf(wordAt(text, start, end));
      const position = Math.max(0, length - 1);
      if (word >= 0) meetings.push({ word, position, start, end, isPart: kind === PART });
    });
    return { meetings, length };
  };
}

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

/** A part of an identifier in a heading counts less than a word. */
const PART_COVERAGE = 0.5;

/** Returns the share of a heading's letters and digits that are in words of the query. */
function coverageOf(heading: string, { meetings }: Meetings): number {
  let covered = 0;
  let last = 0;
  for (const { start, end, isPart } of meetings.toSorted((one, other) => one.start - other.start)) {
    const share = isPart ? PART_COVERAGE : 1;
    if (end > last) covered += share * countLetters(heading.slice(Math.max(start, last), end));
    last = Math.max(last, end);
  }
  return covered === 0 ? 0 : covered / countLetters(heading);
}

function countLetters(text: string): number {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").length;
}
