import { Evidence } from "../../changes/moves/evidence.ts";
import type { Marks } from "../../changes/moves/marks.ts";
import { type Page, wholePage } from "../../changes/moves/outline.ts";
import { PageVotes } from "../../changes/moves/page-votes.ts";
import type { BuiltPage, BuiltSite } from "../site/built-site.ts";
import { SiteIndex } from "../site/site-index.ts";
import { comparePaths, namesOf, type PathLikeness } from "./path-names.ts";
import { lettersOf } from "./plain-words.ts";
import type { SourcePage } from "./source-page.ts";

/** An HTML page that may be that of a source, and what speaks for it. */
export interface Candidate {
  readonly page: BuiltPage;
  /** How well its content fits, from 0 to 1. */
  readonly fit: number;
  /** The part of the source's text that it has, and the part of its text that the source has. */
  readonly recall: number;
  readonly precision: number;
  readonly hasTitle: boolean;
  /** The part of the source's headings that it has; null if the source has none. */
  readonly headings: number | null;
  readonly path: PathLikeness;
  readonly isProposed: boolean;
}

/** The candidates of a source, the best first, and how much text they are compared by. */
export interface Candidates {
  readonly source: SourcePage;
  /** About the number of words of the source that are nowhere else. */
  readonly weight: number;
  readonly candidates: readonly Candidate[];
}

/** A source whose candidates are looked for. */
interface Query {
  readonly source: SourcePage;
  readonly weight: number;
  /** The texts of its headings. */
  readonly keys: readonly string[];
  readonly proposed: BuiltPage | null;
}

/** Pages with the same title, or with the same name at the end of their address. */
const MAX_NAMESAKES = 32;

/** Less text than this proves little. */
export const LITTLE = 4;

const RECALL = 0.45;
const PRECISION = 0.15;
const TITLE = 0.25;
const HEADINGS = 0.15;

/** A separator of a page's title from that of its site. */
const MAX_PARTS = 4;
const TITLE_END = /\s+[|·•—–:-]\s+/;

/** Finds the HTML pages that may be those of sources. */
export class CandidateFinder {
  readonly #site: BuiltSite;
  readonly #index: SiteIndex;
  readonly #evidence: Evidence;
  readonly #votes: PageVotes;
  readonly #sought: Marks;
  readonly #pages: readonly Page[];
  readonly #sources: ReadonlyMap<SourcePage, Page>;
  /** The texts of each page's headings and titles, and the pages by title and by name. */
  readonly #headings: readonly ReadonlySet<string>[];
  readonly #titles: readonly ReadonlySet<string>[];
  readonly #byTitle = new Map<string, number[]>();
  readonly #byName = new Map<string, number[]>();
  readonly #numbers: ReadonlyMap<BuiltPage, number>;

  constructor(sources: readonly SourcePage[], site: BuiltSite) {
    this.#site = site;
    this.#index = new SiteIndex(site);
    this.#sources = new Map(
      sources.map((source) => [source, toPage(source.path, `${source.title}\n${source.text}`)]),
    );
    this.#pages = site.pages.map(({ path, html }) => toPage(path, html.text));
    this.#evidence = new Evidence([...this.#sources.values()], this.#pages);
    this.#votes = new PageVotes(this.#evidence, this.#evidence.next);
    this.#sought = this.#evidence.createMarks();
    this.#numbers = new Map(site.pages.map((page, number) => [page, number]));
    this.#headings = site.pages.map(
      ({ html }) => new Set(html.headings.map(({ text }) => lettersOf(text))),
    );
    this.#titles = site.pages.map(titlesOf);
    for (const [number, titles] of this.#titles.entries()) {
      for (const title of titles) addTo(this.#byTitle, title, number);
      addTo(this.#byName, namesOf(site.pages[number]!.address).at(-1) ?? "", number);
    }
  }

  find(source: SourcePage): Candidates {
    const page = this.#sources.get(source)!;
    const shingles = this.#evidence.shinglesOf(page, wholePage(page));
    const weight = this.#evidence.weightOf(shingles);
    this.#sought.clear();
    for (const shingle of shingles) this.#sought.add(shingle);
    const proposed = source.proposal === null ? null : this.#index.pageAt(source.proposal);
    const numbers = new Set([
      ...this.#votes.count(shingles).map(([number]) => number),
      ...(this.#byTitle.get(lettersOf(source.title)) ?? []).slice(0, MAX_NAMESAKES),
      ...(this.#byName.get(namesOf(source.path).at(-1) ?? "") ?? []).slice(0, MAX_NAMESAKES),
      ...(proposed === null ? [] : [this.#numbers.get(proposed)!]),
    ]);
    const keys = source.headings.map(({ text }) => lettersOf(text));
    const candidates = Array.from(numbers, (number) =>
      this.#compare(number, { source, weight, keys, proposed }),
    );
    candidates.sort((left, right) => right.fit - left.fit);
    return { source, weight, candidates };
  }

  #compare(number: number, { source, weight, keys, proposed }: Query): Candidate {
    const page = this.#site.pages[number]!;
    const common = this.#weightOn(number);
    const recall = weight === 0 ? 0 : common / weight;
    const all = this.#evidence.weightIn(number);
    const precision = all === 0 ? 0 : common / all;
    const hasTitle = this.#titles[number]!.has(lettersOf(source.title));
    const headings =
      keys.length === 0
        ? null
        : keys.filter((key) => this.#headings[number]!.has(key)).length / keys.length;
    const worth =
      RECALL * recall +
      PRECISION * precision +
      TITLE * Number(hasTitle) +
      HEADINGS * (headings ?? 0);
    return {
      page,
      fit: headings === null ? worth / (1 - HEADINGS) : worth,
      recall,
      precision,
      hasTitle,
      headings,
      path: comparePaths(source.path, page.address),
      isProposed: page === proposed,
    };
  }

  /** Returns the weight of the shingles that are sought on a page. */
  #weightOn(number: number): number {
    const { firstSection, shingles } = this.#evidence.next;
    const { starts, values } = shingles;
    let sum = 0;
    for (let at = starts[firstSection[number]!]!; at < starts[firstSection[number + 1]!]!; at++) {
      if (this.#sought.has(values[at]!)) sum += this.#evidence.weight(values[at]!);
    }
    return sum;
  }
}

/** A page as one part: its sections are not compared. */
function toPage(id: string, body: string): Page {
  return { id, slug: id, body, edits: [], headings: [] };
}

/** Returns what may be the title of a page: its headings of depth 1, and parts of `<title>`. */
function titlesOf({ html }: BuiltPage): ReadonlySet<string> {
  const topmost = html.headings.filter(({ depth }) => depth === 1).map(({ text }) => text);
  const parts = html.title.split(TITLE_END, MAX_PARTS);
  const starts = parts.map((_, count) => parts.slice(0, count + 1).join(" "));
  return new Set([...topmost, ...starts].map(lettersOf).filter(Boolean));
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
