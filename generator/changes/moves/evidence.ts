import { linkLines } from "./link-lines.ts";
import { Marks } from "./marks.ts";
import { type Page, type Range, readSections } from "./outline.ts";
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
  readonly #found: Marks;

  constructor(oldPages: readonly Page[], newPages: readonly Page[]) {
    // Shingles that are only in lines of links get the highest numbers.
    for (const page of oldPages) this.#addShingles(page, { ofLinks: false });
    const firstOfLinks = this.#table.size;
    for (const page of oldPages) this.#addShingles(page, { ofLinks: true });
    this.#oldNumbers = new Map(oldPages.map((page, number) => [page, number]));
    this.old = new TreePlaces(oldPages, this.#table);
    this.next = new TreePlaces(newPages, this.#table);
    this.#found = this.createMarks();
    this.#weights = Float32Array.from({ length: this.#table.size }, (_, shingle) => {
      const places = Math.max(1, this.old.counts[shingle]!, this.next.counts[shingle]!);
      const weight = shingle < firstOfLinks ? 1 : LINK_WEIGHT;
      return places > MAX_PLACES ? 0 : weight / places;
    });
  }

  #addShingles(page: Page, { ofLinks }: { ofLinks: boolean }): void {
    const { text, bounds } = readSections(page);
    if (ofLinks && !text.includes("](")) return;
    const isLink = linkLines(text);
    const use = (shingle: number, at: number): void => {
      if (isLink(at) === ofLinks) this.#table.add(shingle);
    };
    for (const { start, end } of bounds) eachShingle(text, { start, end, use });
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
  shinglesOf(page: Page, { first, end }: Range): number[] {
    const base = this.old.firstSection[this.#oldNumbers.get(page)!]!;
    const { starts, values } = this.old.shingles;
    const found: number[] = [];
    this.#found.clear();
    for (let at = starts[base + first]!; at < starts[base + end]!; at++) {
      const shingle = values[at]!;
      if (this.#weights[shingle]! > 0 && this.#found.add(shingle)) found.push(shingle);
    }
    return found;
  }

  /** Returns the weight of all that a new page has of old pages. */
  weightIn(page: number): number {
    const { firstSection, shingles } = this.next;
    const { starts, values } = shingles;
    const end = starts[firstSection[page + 1]!]!;
    let sum = 0;
    this.#found.clear();
    for (let at = starts[firstSection[page]!]!; at < end; at++) {
      if (this.#found.add(values[at]!)) sum += this.#weights[values[at]!]!;
    }
    return sum;
  }

  /** Returns the shingles that an old page had and a new page has, each once. */
  shinglesKept(before: Page, page: number): readonly number[] {
    const { firstSection, shingles } = this.next;
    const { starts, values } = shingles;
    const end = starts[firstSection[page + 1]!]!;
    this.#found.clear();
    for (let at = starts[firstSection[page]!]!; at < end; at++) this.#found.add(values[at]!);
    const kept: number[] = [];
    const use = (shingle: number): void => {
      const known = this.#table.find(shingle);
      if (known >= 0 && this.#found.delete(known)) kept.push(known);
    };
    const { text, bounds } = readSections(before);
    for (const { start, end } of bounds) eachShingle(text, { start, end, use });
    return kept;
  }

  /** Returns the weight of those shingles that an old page has in other sections too. */
  weightElsewhere(
    shingles: readonly number[],
    { page, part }: { readonly page: Page; readonly part: Range },
  ): number {
    const { firstSection, sections } = this.old;
    const number = this.#oldNumbers.get(page)!;
    const [start, end] = [firstSection[number]!, firstSection[number + 1]!];
    const isElsewhere = (section: number): boolean =>
      (section >= start && section < start + part.first) ||
      (section >= start + part.end && section < end);
    const isKept = (shingle: number): boolean =>
      sections.values
        .subarray(sections.starts[shingle], sections.starts[shingle + 1])
        .some(isElsewhere);
    return this.weightOf(shingles.filter(isKept));
  }

  /** Returns an empty set for shingles. */
  createMarks(): Marks {
    return new Marks(this.#table.size);
  }
}
