import type { TextRange } from "../html/html-page.ts";
import { alignWords, type WordPair } from "./align-words.ts";
import type { TextWord } from "./text-words.ts";

/** A place where the words of a source and of its HTML are not the same. */
export interface Hunk {
  /** The words that only one has. */
  readonly source: readonly TextWord[];
  readonly html: readonly TextWord[];
  /** The text between the words around them, which both have, or the ends of the section. */
  readonly sourceGap: TextRange;
  readonly htmlGap: TextRange;
}

/** A section of a page in both texts. */
export interface SectionTexts {
  readonly source: SectionText;
  readonly html: SectionText;
}

interface SectionText {
  /** The whole text that the section is a part of. */
  readonly text: string;
  readonly range: TextRange;
  readonly words: readonly TextWord[];
}

/** Finds where two texts of a section differ in their words. */
export function findHunks({ source, html }: SectionTexts): Hunk[] {
  const aligned = alignWords(
    source.words.map(({ key }) => key),
    html.words.map(({ key }) => key),
  );
  const sizes = { left: source.words.length, right: html.words.length };
  const pairs = withoutIslands(withoutStrayWords(aligned, html), sizes);
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  /** The number of words before that both have in a row. */
  let run = 0;
  const ends: readonly WordPair[] = [...pairs, [source.words.length, html.words.length]];
  for (const [at, [leftEnd, rightEnd]] of ends.entries()) {
    if (leftEnd === left && rightEnd === right) run++;
    else {
      const sides = [
        { ...source, start: left, end: leftEnd },
        { ...html, start: right, end: rightEnd },
      ];
      const [added, ...others] = sides.filter(({ start, end }) => end > start);
      const by =
        others.length > 0 ? 0 : slideBy(added!, { before: run, after: runFrom(pairs, at) });
      const one = { start: left - by, end: leftEnd - by };
      const other = { start: right - by, end: rightEnd - by };
      hunks.push({
        source: source.words.slice(one.start, one.end),
        html: html.words.slice(other.start, other.end),
        sourceGap: gapAround(source, one),
        htmlGap: gapAround(html, other),
      });
      run = 1;
    }
    [left, right] = [leftEnd + 1, rightEnd + 1];
  }
  return hunks;
}

function gapAround({ range, words }: SectionText, { start, end }: TextRange): TextRange {
  return { start: words[start - 1]?.end ?? range.start, end: words[end]?.start ?? range.end };
}

/** How far a run of words is moved, in words. */
const MAX_SLIDE = 40;

/** Returns how many pairs follow each other from one on. */
function runFrom(pairs: readonly WordPair[], from: number): number {
  let end = from + 1;
  while (end < pairs.length && end - from < MAX_SLIDE && isNext(pairs[end - 1]!, pairs[end]!))
    end++;
  return Math.min(end, pairs.length) - from;
}

/**
 * Returns by how many words a run that only one text has is to be moved towards the start (less than 0:
 * towards the end), so that it begins where a line begins: if the words around it are also its own,
 * either may be the added ones.
 *
 * @param most how many words around it both texts have in a row
 */
function slideBy(
  { text, words, start, end }: SectionText & TextRange,
  most: { readonly before: number; readonly after: number },
): number {
  const isLineStart = (at: number): boolean => {
    const [before, word] = [words[at - 1], words[at]];
    if (before === undefined || word === undefined) return true;
    return text.slice(before.end, word.start).includes("\n");
  };
  const worthOf = (by: number) =>
    Number(isLineStart(start - by)) * 2 + Number(isLineStart(end - by));
  let best = { by: 0, worth: worthOf(0) };
  const see = (by: number) => {
    const worth = worthOf(by);
    if (worth > best.worth) best = { by, worth };
  };
  for (let by = 1; by <= Math.min(most.before, MAX_SLIDE); by++) {
    if (words[start - by]!.key !== words[end - by]!.key) break;
    see(by);
  }
  for (let by = 1; by <= Math.min(most.after, MAX_SLIDE); by++) {
    if (words[start + by - 1]!.key !== words[end + by - 1]?.key) break;
    see(-by);
  }
  return best.worth >= 2 ? best.by : 0;
}

/** A line of the HTML with as many words for each that matches is another one. */
const MUCH_OTHER = 4;
/** Shorter lines have little in common with anything. */
const LEAST_LINE = 6;

/** Removes pairs in lines of the HTML that have little else in common with the source. */
function withoutStrayWords(pairs: readonly WordPair[], html: SectionText): WordPair[] {
  const { text, words } = html;
  const lines = new Int32Array(words.length);
  const sizes: number[] = [0];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const isNew = before !== undefined && text.slice(before.end, word.start).includes("\n");
    if (isNew) sizes.push(0);
    lines[at] = sizes.length - 1;
    sizes[sizes.length - 1]!++;
  }
  const matched = new Int32Array(sizes.length);
  for (const [, right] of pairs) matched[lines[right]!]!++;
  return pairs.filter(([, right]) => {
    const line = lines[right]!;
    return sizes[line]! < LEAST_LINE || matched[line]! * MUCH_OTHER > sizes[line]!;
  });
}

/** Runs with more words than these are not a coincidence. */
const MAX_ISLAND = 3;

/** Removes pairs of a few words between long runs that do not match: they are there by coincidence. */
function withoutIslands(
  pairs: readonly WordPair[],
  sizes: { readonly left: number; readonly right: number },
): WordPair[] {
  const kept: WordPair[] = [];
  let [left, right] = [-1, -1];
  for (let at = 0; at < pairs.length; ) {
    let end = at + 1;
    while (end < pairs.length && isNext(pairs[end - 1]!, pairs[end]!)) end++;
    const [next, nextRight] = pairs[end] ?? [sizes.left, sizes.right];
    const [first, firstRight] = pairs[at]!;
    const [last, lastRight] = pairs[end - 1]!;
    const before = { left: first - left - 1, right: firstRight - right - 1 };
    const after = { left: next - last - 1, right: nextRight - lastRight - 1 };
    const length = end - at;
    // Words are only lost if both texts have others around them.
    const isIsland =
      length <= MAX_ISLAND &&
      before.left + after.left > 0 &&
      before.right + after.right > 0 &&
      2 * length <= Math.max(before.left, before.right) &&
      2 * length <= Math.max(after.left, after.right);
    if (!isIsland) {
      for (let each = at; each < end; each++) kept.push(pairs[each]!);
      [left, right] = [last, lastRight];
    }
    at = end;
  }
  return kept;
}

function isNext([left, right]: WordPair, [next, nextRight]: WordPair): boolean {
  return next === left + 1 && nextRight === right + 1;
}
