import type { PlaceIndex } from "./index/place-index.ts";
import { NO_UNIT, PostingsReader } from "./index/postings.ts";
import type { ListedDoc, Parts } from "./places.ts";

interface ScopeOptions {
  readonly docs: readonly ListedDoc[];
  readonly index: PlaceIndex;
  readonly parts: Parts;
  /** Returns true for pages that are searched. */
  readonly isSearched: (doc: ListedDoc) => boolean;
}

/** The pages that a query searches, if it does not search all. */
export class Scope {
  readonly #index: PlaceIndex;
  readonly #parts: Parts;
  /** 1 for each page that is searched. */
  readonly #pages: Uint8Array;

  constructor({ docs, index, parts, isSearched }: ScopeOptions) {
    this.#index = index;
    this.#parts = parts;
    this.#pages = Uint8Array.from(docs, (doc) => (isSearched(doc) ? 1 : 0));
  }

  /** Returns the positions of the pages that are searched. */
  docs(): number[] {
    return [...this.#pages.keys()].filter((doc) => this.#pages[doc] === 1);
  }

  /** Requires the postings of terms. */
  needPostings(terms: readonly number[]): void {
    this.#parts.needPostings(terms);
  }

  /** Returns those of the terms that the pages have. */
  termsIn(terms: readonly number[]): number[] {
    this.#parts.needPostings(terms);
    return terms.filter((term) => this.#has(term));
  }

  /** Returns true if the pages have one of the terms. */
  hasAny(terms: Iterable<number>): boolean {
    const all = [...terms];
    this.#parts.needPostings(all);
    return all.some((term) => this.#has(term));
  }

  #has(term: number): boolean {
    const { docOf } = this.#index.units;
    const { bytes, start } = this.#index.postings(term);
    const reader = new PostingsReader(bytes, start);
    for (; reader.unit < NO_UNIT; reader.next()) {
      if (this.#pages[docOf[reader.unit]!] === 1) return true;
    }
    return false;
  }
}
