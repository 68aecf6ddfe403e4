import type { PageText, SearchedDoc } from "./page-text.ts";
import { type Pieces, pieceCount, SequenceFilter } from "./sequences.ts";

/** Pieces of the pages of a group: as many as a filter tells apart. */
const MOST_PIECES = 32;

/** Consecutive pages that share a filter. */
export class PageGroup {
  readonly docs: readonly SearchedDoc[];
  /** The number of the first piece of each page. */
  readonly #firstPieces: number[] = [];
  readonly #ownPieces: Pieces[] = [];
  readonly #filter = new SequenceFilter();

  constructor(docs: readonly SearchedDoc[], texts: readonly PageText[]) {
    this.docs = docs;
    let first = 0;
    for (const { text } of texts) {
      const count = pieceCount(text);
      this.#filter.add(text, first);
      this.#firstPieces.push(first);
      this.#ownPieces.push(count < MOST_PIECES ? 2 ** count - 1 : -1);
      first += count;
    }
  }

  /** Visits the pages that may have a needle, with the pieces in which it may begin. */
  eachWith(sequences: Uint16Array, visit: (page: number, pieces: Pieces) => void): void {
    const all = this.#filter.piecesWith(sequences);
    if (all === 0) return;
    for (let page = 0; page < this.docs.length; page++) {
      const first = this.#firstPieces[page]!;
      const pieces = ((all >>> first) | (all << (MOST_PIECES - first))) & this.#ownPieces[page]!;
      if (pieces !== 0) visit(page, pieces);
    }
  }
}

/** By the first doc of each group. A corpus that is loaded again has most of the same docs. */
const known = new WeakMap<SearchedDoc, PageGroup>();

/** Divides pages into groups; those of the same docs as before are used again. */
export function groupPages(
  docs: readonly SearchedDoc[],
  texts: readonly PageText[],
): readonly PageGroup[] {
  const groups: PageGroup[] = [];
  for (let from = 0; from < docs.length; ) {
    const same = known.get(docs[from]!);
    const isSame = same?.docs.every((doc, at) => doc === docs[from + at]) ?? false;
    const to = isSame ? from + same!.docs.length : endOfGroup(from, texts);
    const group = isSame ? same! : new PageGroup(docs.slice(from, to), texts.slice(from, to));
    known.set(docs[from]!, group);
    groups.push(group);
    from = to;
  }
  return groups;
}

/** A page with more pieces than a group may have is a group by itself. */
function endOfGroup(from: number, texts: readonly PageText[]): number {
  let to = from + 1;
  let count = pieceCount(texts[from]!.text);
  while (to < texts.length && count + pieceCount(texts[to]!.text) <= MOST_PIECES) {
    count += pieceCount(texts[to++]!.text);
  }
  return to;
}
