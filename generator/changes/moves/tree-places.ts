import { GrowingList, groupByKey, type Lists } from "./lists.ts";
import { Marks } from "./marks.ts";
import { type Page, readSections, sectionCount } from "./outline.ts";
import type { ShingleTable } from "./shingle-table.ts";
import { eachShingle } from "./shingles.ts";

/** A shingle in more sections than this is boilerplate: its places are not kept. */
export const MAX_PLACES = 64;

/** Where the shingles of a table are in the sections of some pages, which are numbered through. */
export class TreePlaces {
  readonly pages: readonly Page[];
  /** Page → its first section, and the number of all sections at the end. */
  readonly firstSection: Int32Array;
  /** Section → its page. */
  readonly pageOf: Int32Array;
  /** Section → its number of shingles, of the table or not. */
  readonly sizes: Int32Array;
  /** Shingle → the number of sections that have it. */
  readonly counts: Int32Array;
  /** Shingle → the sections with it, in ascending order. */
  readonly sections: Lists;
  /** Section → its distinct shingles. */
  readonly shingles: Lists;

  constructor(pages: readonly Page[], table: ShingleTable) {
    this.pages = pages;
    this.firstSection = new Int32Array(pages.length + 1);
    for (const [page, content] of pages.entries()) {
      this.firstSection[page + 1] = this.firstSection[page]! + sectionCount(content);
    }
    const sections = this.firstSection[pages.length]!;
    this.pageOf = new Int32Array(sections);
    this.sizes = new Int32Array(sections);
    this.counts = new Int32Array(table.size);
    this.shingles = this.#read(table);
    const { starts, values: keys } = this.shingles;
    const values = new Int32Array(keys.length);
    for (let section = 0; section < sections; section++) {
      values.fill(section, starts[section], starts[section + 1]);
    }
    this.sections = groupByKey({ keys, values }, table.size);
  }

  /** Reads all pages, and counts on the way. @returns the shingles of each section */
  #read(table: ShingleTable): Lists {
    const found = new GrowingList();
    const starts = new Int32Array(this.pageOf.length + 1);
    const inSection = new Marks(table.size);
    let section = 0;
    let size = 0;
    const use = (shingle: number): void => {
      size++;
      const id = table.find(shingle);
      if (id >= 0 && inSection.add(id) && ++this.counts[id]! <= MAX_PLACES) found.push(id);
    };
    for (const [number, page] of this.pages.entries()) {
      const { text, bounds } = readSections(page);
      for (const { start, end } of bounds) {
        size = 0;
        inSection.clear();
        eachShingle(text, { start, end, use });
        this.pageOf[section] = number;
        this.sizes[section] = size;
        starts[++section] = found.length;
      }
    }
    return { starts, values: found.values() };
  }
}
