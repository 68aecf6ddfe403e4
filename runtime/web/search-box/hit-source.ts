/** Where a search box gets its answers: a server, or files of a static site. */
export interface HitSource {
  /**
   * Finds the places that answer a query, best first.
   *
   * @throws {Error} if there is no answer; its message says why
   */
  hits(query: string, options: HitOptions): Promise<HitList>;
  /** Reports that a place of the answer to a query was opened. Default: nobody is told. */
  reportOpened?(query: string): void;
}

export interface HitOptions {
  /** Section whose pages are searched. Default: all. */
  readonly section?: string | undefined;
  /** Maximum number of hits. */
  readonly limit: number;
  /** Maximum number of hits from one page. */
  readonly perDoc: number;
  /** Aborted once the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** An answer of `GET /search.json`. */
export interface HitList {
  /** Number of places found, including those beyond the limits. */
  readonly total: number;
  /** Words that occur nowhere, each with a word that was searched for instead. */
  readonly corrections: readonly Correction[];
  readonly items: readonly Hit[];
}

export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** A place in the docs. */
export interface Hit {
  /** Of the page. */
  readonly id: string;
  /** Of the page. */
  readonly title: string;
  /** Null for the text before the first heading of a page. */
  readonly heading: string | null;
  /** Address within the site, with `#` and the anchor of the heading. */
  readonly slug: string;
  /** The page's title and the headings above the place, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Plain text, and which parts of it to emphasise: start and end in UTF-16 units. */
  readonly excerpt: {
    readonly text: string;
    readonly marks: readonly (readonly [number, number])[];
  };
  /** The words of the query that the page lacks. */
  readonly missing: readonly string[];
}
