import type { BuiltPage, BuiltSite } from "../site/built-site.ts";
import { type Candidate, CandidateFinder, type Candidates, LITTLE } from "./candidates.ts";
import { languagesOf } from "./languages.ts";
import type { SourcePage } from "./source-page.ts";
import { Variants } from "./variants.ts";

/** Candidates whose content fits the same but for this much are near equal. */
const NEAR = 0.08;
/** Of near equal ones, the best is taken if it is better by this much and no path speaks for others. */
const LEAD = 0.015;
/** Parts of a text, or of the headings: enough with other evidence, alone, or where little else is. */
const SOME = 0.1;
const MUCH = 0.35;
const MOST = 0.5;
/** Rounds in which new pages are found: each takes pages away from those that remain. */
const MAX_ROUNDS = 8;

/** The HTML page of a source. */
export interface PagePair {
  readonly source: SourcePage;
  readonly page: BuiltPage;
}

export interface PageMatches {
  readonly pairs: readonly PagePair[];
  /** The sources that no page was found for, with their candidates. */
  readonly unmatched: readonly Candidates[];
}

/**
 * Matches sources with HTML pages by content: each with at most one. Among near equal candidates, the
 * proposal decides, then the path; otherwise none is taken.
 */
export function matchPages(sources: readonly SourcePage[], site: BuiltSite): PageMatches {
  const finder = new CandidateFinder(sources, site);
  const all = sources.map((source) => finder.find(source));
  // Which language and version is which shows when most pages are known.
  const variants = new Variants(languagesOf(sources, site));
  for (const { source, page } of new Matcher(all, null).run()) {
    variants.learn(source.path, page.address);
  }
  const pairs = new Matcher(all, variants).run();
  const done = new Set(pairs.map(({ source }) => source));
  return { pairs, unmatched: all.filter(({ source }) => !done.has(source)) };
}

/** A source that would take a page. */
interface Claim {
  readonly source: SourcePage;
  readonly candidate: Candidate;
}

class Matcher {
  readonly #all: readonly Candidates[];
  readonly #variants: Variants | null;
  readonly #pairs = new Map<SourcePage, BuiltPage>();
  readonly #taken = new Set<BuiltPage>();
  /** What comes before the names that a path and its address share → number of pages. */
  #rests = new Map<string, number>();

  constructor(all: readonly Candidates[], variants: Variants | null) {
    this.#all = all;
    this.#variants = variants;
  }

  run(): PagePair[] {
    this.#take((candidates) => this.#proposed(candidates));
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.#pairs.size;
      this.#take((candidates) => this.#clear(candidates));
      this.#learn();
      this.#take((candidates) => this.#nearest(candidates));
      if (this.#pairs.size === before) break;
    }
    // A page that has the text of another file is that file's only if nothing else claims it.
    this.#take((candidates) => this.#unnamed(candidates));
    this.#take((candidates) => this.#proposedAlone(candidates));
    return Array.from(this.#pairs, ([source, page]) => ({ source, page }));
  }

  /** Lets each source that is left claim a page, and gives each page to the best claim. */
  #take(choose: (candidates: Candidates) => Candidate | null): void {
    const claims = this.#all.flatMap((candidates): Claim[] => {
      if (this.#pairs.has(candidates.source)) return [];
      const candidate = choose(candidates);
      return candidate === null ? [] : [{ source: candidates.source, candidate }];
    });
    for (const [page, rivals] of Map.groupBy(claims, ({ candidate }) => candidate.page)) {
      const winner = this.#best(rivals);
      if (winner === null) continue;
      this.#pairs.set(winner.source, page);
      this.#taken.add(page);
    }
  }

  /** Returns the claim that is better than all others; null if that is not clear. */
  #best(rivals: readonly Claim[]): Claim | null {
    const [best, second] = [...rivals].sort((a, b) => b.candidate.fit - a.candidate.fit);
    if (second === undefined) return best!;
    if (best!.candidate.fit - second.candidate.fit >= NEAR) return best!;
    const near = rivals.filter(({ candidate }) => best!.candidate.fit - candidate.fit < NEAR);
    return this.#leader(near.map((claim) => [claim.candidate, claim] as const));
  }

  #learn(): void {
    this.#rests = new Map();
    for (const { source, candidates } of this.#all) {
      const page = this.#pairs.get(source);
      const rest = candidates.find((one) => one.page === page)?.path.rest;
      if (rest !== undefined) this.#rests.set(rest, (this.#rests.get(rest) ?? 0) + 1);
    }
  }

  /** Returns the page at the proposed address, if its content speaks for it. */
  #proposed({ candidates }: Candidates): Candidate | null {
    const proposed = candidates.find((one) => one.isProposed);
    if (proposed === undefined || proposed.fit < candidates[0]!.fit - NEAR) return null;
    const { recall, hasTitle, headings } = proposed;
    return hasTitle || recall >= MUCH || (headings ?? 0) >= MOST ? proposed : null;
  }

  /** Returns the page at the proposed address, if there is next to no content to judge by. */
  #proposedAlone({ weight, candidates }: Candidates): Candidate | null {
    const proposed = candidates.find((one) => one.isProposed);
    if (proposed === undefined || this.#taken.has(proposed.page)) return null;
    return weight < LITTLE || proposed.recall >= SOME ? proposed : null;
  }

  /** Returns a candidate that fits better than any other, whether that is taken or not. */
  #clear({ source, weight, candidates }: Candidates): Candidate | null {
    const [best, second] = candidates;
    if (best === undefined || !this.#isPossible(best, source)) return null;
    if (second !== undefined && best.fit - second.fit < NEAR) return null;
    return this.#isSame(best, weight) ? best : null;
  }

  /** Returns a candidate with the same content, and another title and path. */
  #unnamed({ source, weight, candidates }: Candidates): Candidate | null {
    const [best, second] = candidates;
    if (best === undefined || weight < LITTLE || !this.#isPossible(best, source)) return null;
    if (second !== undefined && best.fit - second.fit < NEAR) return null;
    return best.recall >= MOST && best.precision >= MOST ? best : null;
  }

  /** Returns the one of near equal candidates that the path speaks for, or that leads. */
  #nearest({ source, weight, candidates }: Candidates): Candidate | null {
    const possible = candidates.filter(
      (one) => this.#isPossible(one, source) && this.#isSame(one, weight),
    );
    const near = possible.filter(({ fit }) => possible[0]!.fit - fit < NEAR);
    return this.#leader(near.map((one) => [one, one] as const));
  }

  #isPossible({ page }: Candidate, { path }: SourcePage): boolean {
    return !this.#taken.has(page) && this.#variants?.isOther(path, page.address) !== true;
  }

  /** Tells whether a page with the same title or name is the same. */
  #isSame(candidate: Candidate, weight: number): boolean {
    const { recall, precision, hasTitle, headings, path } = candidate;
    const isAtPath = path.isSame || (path.common > 0 && this.#supportOf(candidate) > 0);
    const hasContent = weight >= LITTLE && recall >= SOME && precision >= MOST;
    if (isAtPath && (hasTitle || hasContent || weight < LITTLE)) return true;
    if (weight < LITTLE) return hasTitle && (path.common > 0 || recall >= MOST);
    return (hasTitle || path.common > 0) && (recall >= MUCH || (headings ?? 0) >= MOST);
  }

  /** Returns what belongs to the candidate that the path speaks for more than for all others. */
  #leader<Value>(near: readonly (readonly [Candidate, Value])[]): Value | null {
    if (near.length === 0) return null;
    const ranked = near.toSorted(
      ([left], [right]) => this.#comparePaths(right, left) || right.fit - left.fit,
    );
    const [[best, value], second] = [ranked[0]!, ranked[1]?.[0]];
    const support = this.#supportOf(best);
    if (second === undefined) return support > 0 || best.path.common > 0 ? value : null;
    if (this.#comparePaths(best, second) > 0 && (support > 0 || best.path.isSame)) return value;
    const [[first, firstValue], next] = near.toSorted(([a], [b]) => b.fit - a.fit) as [
      readonly [Candidate, Value],
      readonly [Candidate, Value],
    ];
    const isAhead = first.fit - next[0].fit >= LEAD;
    return isAhead && this.#comparePaths(first, best) >= 0 ? firstValue : null;
  }

  #supportOf({ path }: Candidate): number {
    return this.#rests.get(path.rest) ?? 0;
  }

  #comparePaths(left: Candidate, right: Candidate): number {
    return (
      this.#supportOf(left) - this.#supportOf(right) ||
      left.path.common - right.path.common ||
      left.path.likeness - right.path.likeness
    );
  }
}
