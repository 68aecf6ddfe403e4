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
  const pairs = withoutIslands(
    alignWords(
      source.words.map(({ key }) => key),
      html.words.map(({ key }) => key),
    ),
    { left: source.words.length, right: html.words.length },
  );
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  /** The number of words before that both have in a row. */
  let run = 0;
  const ends: readonly WordPair[] = [...pairs, [source.words.length, html.words.length]];
  for (const [leftEnd, rightEnd] of ends) {
    if (leftEnd === left && rightEnd === right) run++;
    else {
      const sides = [
        { ...source, start: left, end: leftEnd },
        { ...html, start: right, end: rightEnd },
      ];
      const [added, ...others] = sides.filter(({ start, end }) => end > start);
      const by = others.length > 0 ? 0 : slideBy(added!, run);
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

/**
 * Returns by how many words a run that only one text has is to be moved towards the start, so that it
 * begins where a line begins: if the words before it are also its last ones, either may be the added
 * ones.
 */
function slideBy({ text, words, start, end }: SectionText & TextRange, most: number): number {
  const isLineStart = (at: number): boolean => {
    const before = words[at - 1];
    return before === undefined || text.slice(before.end, words[at]!.start).includes("\n");
  };
  for (let by = 0; by <= Math.min(most, MAX_SLIDE); by++) {
    if (isLineStart(start - by)) return by;
    if (words[start - by - 1]!.key !== words[end - by - 1]!.key) break;
  }
  return 0;
}

/** Runs with more words than these are no coincidence. */
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
