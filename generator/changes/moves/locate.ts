import { confidenceOf, type Grounds, LEAST } from "./confidence.ts";
import type { Evidence } from "./evidence.ts";
import type { Marks } from "./marks.ts";
import { headingOf, type Page, type Range, wholePage } from "./outline.ts";
import { PageParts } from "./page-parts.ts";
import { PageVotes } from "./page-votes.ts";

/** Where the text of a part of an old page is in the new tree. */
export interface Match extends Grounds {
  readonly page: Page;
  /** The part of the page that holds it. */
  readonly range: Range;
  /** True if the page has next to nothing of other old pages. */
  readonly isAlone: boolean;
}

interface Candidate {
  readonly page: number;
  readonly share: number;
  readonly arrived: number;
  readonly score: number;
}

const NO_RIVAL: Match["rival"] = { fit: 0, name: "" };

/** Text that a page had before counts this much: it may have been in both places. */
const STALE = 0.3;
/** Of candidates within this share of the best, the one with the most similar path is taken. */
const TIE = 0.98;

/** Number of shingles that are the beginning of a text. */
const OPENING = 20;
/** The beginning is on one page rather than another if that has this many times the weight of it. */
const OPENING_LEAD = 2;
/** A page with less of a text is not a part of it that was split off. */
const LEAST_PART = 0.15;

/** A page has nothing else of old pages if this share of what it has of them is from one text. */
const ALONE = 0.8;

/** Tells whether two pages have different parts of a text. */
function isSplit(one: Candidate, other: Candidate): boolean {
  return one.arrived >= LEAST_PART && one.share + other.share <= 1.1;
}

/** Tells whether a page with this weight of a text can be worth showing. */
function isPossible(weight: number, { total }: Pick<PartQuery, "total">): boolean {
  const share = weight / total;
  return confidenceOf({ share, arrived: share, weight, rival: NO_RIVAL }) >= LEAST;
}

/** Finds where parts of old pages are in the new tree, by votes of their shingles. */
export class Locator {
  readonly #evidence: Evidence;
  /** Every page of the old tree by id. */
  readonly #oldById: ReadonlyMap<string, Page>;
  /** New page → the shingles that it has and had before; null for a page with the same body. */
  readonly #kept = new Map<number, readonly number[] | null>();
  /** The shingles that are being located. */
  readonly #sought: Marks;
  readonly #parts: PageParts;
  readonly #votes: PageVotes;
  readonly #oldVotes: PageVotes;

  constructor(evidence: Evidence, oldById: ReadonlyMap<string, Page>) {
    this.#evidence = evidence;
    this.#oldById = oldById;
    this.#sought = evidence.createMarks();
    this.#parts = new PageParts(evidence);
    this.#votes = new PageVotes(evidence, evidence.next);
    this.#oldVotes = new PageVotes(evidence, evidence.old);
  }

  /** Finds the page that has most of a part of an old page; null if none has any of it. */
  locate(source: Page, range: Range): Match | null {
    const shingles = this.#evidence.shinglesOf(source, range);
    this.#sought.clear();
    for (const shingle of shingles) this.#sought.add(shingle);
    const total = this.#evidence.weightOf(shingles);
    const candidates = this.#rank({ source, shingles, total });
    const [best, ...others] = this.#openingFirst(candidates, shingles);
    if (best === undefined) return null;
    const { pages } = this.#evidence.next;
    const rivals = [
      ...others
        .filter((other) => !isSplit(other, best))
        .map(({ page: other, share }) => ({
          fit: Math.min(1, share / best.share),
          name: pages[other]!.id,
        })),
      this.#likestOld({ source, shingles, total }),
    ];
    return {
      page: pages[best.page]!,
      range: this.#parts.narrow(shingles, {
        page: best.page,
        within: wholePage(pages[best.page]!),
        heading: headingOf(source, range),
      }).range,
      isAlone: best.share * total >= ALONE * this.#evidence.weightIn(best.page),
      share: best.share,
      arrived: best.arrived,
      weight: best.score * total,
      rival: rivals.reduce((most, rival) => (rival.fit > most.fit ? rival : most)),
    };
  }

  #rank(sought: PartQuery): Candidate[] {
    const { next } = this.#evidence;
    const ranked = this.#votes
      .count(sought.shingles)
      .filter(([, weight]) => isPossible(weight, sought))
      .map(([page, weight]) => this.#toCandidate(page, { ...sought, weight }))
      .sort((left, right) => right.score - left.score || left.page - right.page);
    const equal = ranked.filter(({ score }) => score >= ranked[0]!.score * TIE);
    const likeness = (page: number): number => pathLikeness(sought.source.id, next.pages[page]!.id);
    equal.sort((left, right) => likeness(right.page) - likeness(left.page));
    return [...equal, ...ranked.slice(equal.length)];
  }

  /**
   * Puts the page with the beginning of the text first if the text was split: the other parts are
   * found from there.
   */
  #openingFirst(
    candidates: readonly Candidate[],
    shingles: readonly number[],
  ): readonly Candidate[] {
    const [best] = candidates;
    const opening = new Map(this.#votes.count(shingles.slice(0, OPENING)));
    const weight = ({ page }: Candidate): number => opening.get(page) ?? 0;
    const first = candidates.find(
      (one) => one !== best && isSplit(one, best!) && weight(one) > OPENING_LEAD * weight(best!),
    );
    return first ? [first, ...candidates.filter((one) => one !== first)] : candidates;
  }

  #toCandidate(page: number, { source, total, weight }: PartQuery & { weight: number }): Candidate {
    const share = weight / total;
    const arrived = this.#arrived(page, { source, weight }) / total;
    return { page, share, arrived, score: arrived + STALE * (share - arrived) };
  }

  /** Returns the weight of the shingles that a page has and did not have before. */
  #arrived(
    number: number,
    { source, weight }: Pick<PartQuery, "source"> & { weight: number },
  ): number {
    const page = this.#evidence.next.pages[number]!;
    const before = this.#oldById.get(page.id);
    if (before === undefined || before === source) return weight;
    let kept = this.#kept.get(number);
    if (kept === undefined) {
      kept = before.body === page.body ? null : this.#evidence.shinglesKept(before, number);
      this.#kept.set(number, kept);
    }
    if (kept === null) return 0;
    let arrived = weight;
    for (const shingle of kept) {
      if (this.#sought.has(shingle)) arrived -= this.#evidence.weight(shingle);
    }
    return arrived;
  }

  /** Returns the other old page with most of the same text: which of them moved is hard to tell. */
  #likestOld({ source, shingles, total }: PartQuery): Match["rival"] {
    const { old } = this.#evidence;
    const likest = this.#oldVotes.count(shingles).find(([page]) => old.pages[page] !== source);
    return likest ? { fit: likest[1] / total, name: old.pages[likest[0]]!.id } : NO_RIVAL;
  }
}

interface PartQuery {
  readonly source: Page;
  readonly shingles: readonly number[];
  readonly total: number;
}

/** Returns how many folders and names two paths share. */
function pathLikeness(left: string, right: string): number {
  const names = new Set(left.split("/"));
  return right.split("/").filter((name) => names.has(name)).length;
}
