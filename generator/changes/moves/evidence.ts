import { linkLines } from "./link-lines.ts";
import { type Page, type Range, sectionBounds, sectionCount } from "./outline.ts";
import { ShingleTable } from "./shingle-table.ts";
import { eachShingle } from "./shingles.ts";
import { MAX_PLACES, TreePlaces } from "./tree-places.ts";

/** Lines of links are repeated wherever their targets are listed. */
const LINK_WEIGHT = 0.05;

/**
 * Where the shingles of some old pages are in both trees, and what each of them proves: 1 if it is
 * in one place, 1/n if it is in n sections of a tree, nothing if it is in very many.
 *
 * Only the shingles of these old pages are kept. The new tree is read once, past them.
 */
export class Evidence {
  readonly old: TreePlaces;
  readonly next: TreePlaces;
  readonly #table = new ShingleTable();
  readonly #weights: Float32Array;
  readonly #oldNumbers: ReadonlyMap<Page, number>;

  constructor(oldPages: readonly Page[], newPages: readonly Page[]) {
    // Shingles that are only in lines of links get the highest numbers.
    for (const page of oldPages) this.#addShingles(page, { ofLinks: false });
    const firstOfLinks = this.#table.size;
    for (const page of oldPages) this.#addShingles(page, { ofLinks: true });
    this.#oldNumbers = new Map(oldPages.map((page, number) => [page, number]));
    this.old = new TreePlaces(oldPages, this.#table);
    this.next = new TreePlaces(newPages, this.#table);
    this.#weights = Float32Array.from({ length: this.#table.size }, (_, shingle) => {
      const places = Math.max(1, this.old.counts[shingle]!, this.next.counts[shingle]!);
      const weight = shingle < firstOfLinks ? 1 : LINK_WEIGHT;
      return places > MAX_PLACES ? 0 : weight / places;
    });
  }

  #addShingles(page: Page, { ofLinks }: { ofLinks: boolean }): void {
    if (ofLinks && !page.body.includes("](")) return;
    const isLink = linkLines(page.body);
    const use = (shingle: number, at: number): void => {
      if (isLink(at) === ofLinks) this.#table.add(shingle);
    };
    for (let section = 0; section < sectionCount(page); section++) {
      eachShingle(page.body, { ...sectionBounds(page, section), use });
    }
  }

  weight(shingle: number): number {
    return this.#weights[shingle]!;
  }

  weightOf(shingles: Iterable<number>): number {
    let sum = 0;
    for (const shingle of shingles) sum += this.#weights[shingle]!;
    return sum;
  }

  /** Returns the distinct shingles of a part of an old page that prove something, in its order. */
  shinglesOf(page: Page, { first, end }: Range): readonly number[] {
    const base = this.old.firstSection[this.#oldNumbers.get(page)!]!;
    const found = new Set<number>();
    for (let section = base + first; section < base + end; section++) {
      for (const shingle of this.old.shinglesOf(section)) {
        if (this.#weights[shingle]! > 0) found.add(shingle);
      }
    }
    return [...found];
  }

  /** Returns which of the shingles are in a text. */
  shinglesIn(page: Page, range: Range): ReadonlySet<number> {
    const found = new Set<number>();
    const use = (shingle: number): void => {
      const known = this.#table.find(shingle);
      if (known >= 0) found.add(known);
    };
    for (let section = range.first; section < range.end; section++) {
      eachShingle(page.body, { ...sectionBounds(page, section), use });
    }
    return found;
  }
}
