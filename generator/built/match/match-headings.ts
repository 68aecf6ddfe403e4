import type { HtmlPage, TextRange } from "../html/html-page.ts";
import { lettersOf, wordsOf } from "./plain-words.ts";
import type { SourcePage } from "./source-page.ts";

/** Pairs of two lists in ascending order. */
type Pairs = readonly (readonly [left: number, right: number])[];

interface Sizes {
  readonly left: number;
  readonly right: number;
}

/** Longer lists are not compared pair by pair: their unique texts are. */
const MAX_CELLS = 4_000_000;
/** Headings between two that were found, whose texts are compared by their words. */
const MAX_GAP_CELLS = 10_000;

/** The same text is worth more than any likeness; depth, id and what follows decide between several. */
const SAME_TEXT = 8;
const SAME_DEPTH = 1;
const SAME_ID = 2;
const SAME_OPENING = 2;
/** The number of letters and digits after a heading by which it is told from others. */
const OPENING = 20;
/** Texts with less than this part of their words in common are different headings. */
const LEAST_LIKENESS = 0.5;

/**
 * Finds the HTML heading of each heading of a page. Both are in the same order; each may have
 * headings that the other does not have.
 *
 * @returns for each heading its place in the HTML headings; -1 if there is none
 */
export function matchHeadings(
  { headings: source, text: sourceText }: Pick<SourcePage, "headings" | "text">,
  { headings: html, text: htmlText }: Pick<HtmlPage, "headings" | "text">,
): readonly number[] {
  const sourceKeys = source.map(({ text }) => lettersOf(withoutAttributes(text)));
  const htmlKeys = html.map(({ text }) => lettersOf(text));
  const sourceOpenings = source.map((heading) => openingOf(heading, sourceText));
  const htmlOpenings = html.map((heading) => openingOf(heading, htmlText));
  const same = (left: number, right: number): number => {
    if (sourceKeys[left] !== htmlKeys[right]) return 0;
    const [one, other] = [source[left]!, html[right]!];
    const depth = one.depth === other.depth ? SAME_DEPTH : 0;
    const id = one.anchor !== null && one.anchor === other.id ? SAME_ID : 0;
    const opening = sourceOpenings[left] === htmlOpenings[right] ? SAME_OPENING : 0;
    return SAME_TEXT + depth + id + opening;
  };
  const sizes = { left: source.length, right: html.length };
  const equal =
    sizes.left * sizes.right <= MAX_CELLS ? align(sizes, same) : alignUnique(sourceKeys, htmlKeys);
  const alike = (left: number, right: number): number => {
    const [one, other] = [source[left]!, html[right]!];
    if (one.anchor !== null && one.anchor === other.id) return SAME_ID;
    if (one.depth !== other.depth) return 0;
    const likeness = likenessOf(wordsOf(one.text), wordsOf(other.text));
    return likeness >= LEAST_LIKENESS ? likeness : 0;
  };
  const places = new Array<number>(source.length).fill(-1);
  for (const [left, right] of [...equal, ...fillGaps(equal, { sizes, alike })]) {
    places[left] = right;
  }
  return places;
}

/** Cuts off a list of attributes that no model has read: `Title { #id .class }`. */
function withoutAttributes(text: string): string {
  return text.replace(/(?<=\S)\s*\{[^{}]*\}$/, "");
}

/** Returns the beginning of what follows a heading. */
function openingOf({ end }: TextRange, text: string): string {
  return lettersOf(text.slice(end, end + 3 * OPENING)).slice(0, OPENING);
}

/** Aligns what is between pairs. */
function fillGaps(
  pairs: Pairs,
  { sizes, alike }: { readonly sizes: Sizes; readonly alike: Score },
): Pairs {
  const ends: Pairs = [...pairs, [sizes.left, sizes.right]];
  return ends.flatMap(([leftEnd, rightEnd], at) => {
    const [left, right] = ends[at - 1] ?? [-1, -1];
    const gap = { left: leftEnd - left - 1, right: rightEnd - right - 1 };
    if (gap.left * gap.right > MAX_GAP_CELLS) return [];
    const score: Score = (one, other) => alike(left + 1 + one, right + 1 + other);
    return align(gap, score).map(([one, other]) => [left + 1 + one, right + 1 + other] as const);
  });
}

/** The worth of a pair; 0 if the two do not match. */
type Score = (left: number, right: number) => number;

/** Finds the pairs in ascending order with the most worth in all (Needleman and Wunsch, 1970). */
function align({ left, right }: Sizes, score: Score): Pairs {
  if (left === 0 || right === 0) return [];
  const width = right + 1;
  /** The most worth from a pair of places on. */
  const worth = new Float32Array((left + 1) * width);
  for (let one = left - 1; one >= 0; one--) {
    for (let other = right - 1; other >= 0; other--) {
      const cell = one * width + other;
      const pair = score(one, other);
      worth[cell] = Math.max(
        worth[cell + width]!,
        worth[cell + 1]!,
        pair > 0 ? pair + worth[cell + width + 1]! : 0,
      );
    }
  }
  const pairs: [number, number][] = [];
  for (let one = 0, other = 0; one < left && other < right; ) {
    const cell = one * width + other;
    if (worth[cell] === worth[cell + width]) one++;
    else if (worth[cell] === worth[cell + 1]) other++;
    else pairs.push([one++, other++]);
  }
  return pairs;
}

/** Aligns keys that occur once in both lists, each after the ones before it. */
function alignUnique(left: readonly string[], right: readonly string[]): Pairs {
  const places = uniquePlaces(right);
  const pairs: [number, number][] = [];
  let last = -1;
  for (const [key, one] of uniquePlaces(left)) {
    const other = places.get(key) ?? -1;
    if (other <= last) continue;
    pairs.push([one, other]);
    last = other;
  }
  return pairs;
}

function uniquePlaces(keys: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, key] of keys.entries()) {
    if (places.has(key)) repeated.add(key);
    else places.set(key, place);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

/** Returns the part of the words that two texts have in common, from 0 to 1. */
function likenessOf(left: readonly string[], right: readonly string[]): number {
  if (left.length + right.length === 0) return 0;
  const words = new Set(left);
  const common = new Set(right.filter((word) => words.has(word))).size;
  return (2 * common) / (words.size + new Set(right).size);
}
