import { GrowingList, groupByKey, Lists } from "./lists.ts";
import { type Page, sectionBounds, sectionCount } from "./outline.ts";
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
  readonly #sections: Lists;
  readonly #shingles: Lists;

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
    const { found, starts } = this.#read(table);
    const values = new Int32Array(found.length);
    for (let section = 0; section < sections; section++) {
      values.fill(section, starts[section], starts[section + 1]);
    }
    this.#shingles = new Lists(starts, found);
    this.#sections = groupByKey({ keys: found, values }, table.size);
  }

  /** Reads all pages, and counts on the way. */
  #read(table: ShingleTable): { found: Int32Array; starts: Int32Array } {
    const found = new GrowingList();
    const starts = new Int32Array(this.pageOf.length + 1);
    const seenIn = new Int32Array(table.size).fill(-1);
    let section = 0;
    let size = 0;
    const use = (shingle: number): void => {
      size++;
      const id = table.find(shingle);
      if (id < 0 || seenIn[id] === section) return;
      seenIn[id] = section;
      if (++this.counts[id]! <= MAX_PLACES) found.push(id);
    };
    for (const [number, page] of this.pages.entries()) {
      for (let own = 0; own < sectionCount(page); own++, section++) {
        size = 0;
        eachShingle(page.body, { ...sectionBounds(page, own), use });
        this.pageOf[section] = number;
        this.sizes[section] = size;
        starts[section + 1] = found.length;
      }
    }
    return { found: found.values(), starts };
  }

  /** Returns the sections with a shingle, in ascending order. */
  sectionsWith(shingle: number): Int32Array {
    return this.#sections.at(shingle);
  }

  /** Returns the distinct shingles of a section. */
  shinglesOf(section: number): Int32Array {
    return this.#shingles.at(section);
  }
}
