import type { Evidence } from "./evidence.ts";
import { type Page, type Range, subtree, wholePage } from "./outline.ts";

/** A part of a page, and how well it fits. */
export interface FittingPart {
  readonly range: Range;
  /** The weight of the shingles in it. */
  readonly weight: number;
  /** The weight of the shingles in the best part apart from it, and its heading. */
  readonly rival: { readonly weight: number; readonly anchor: string };
}

/** Number of shingles that are the beginning of what moved. */
const OPENING = 20;

export interface NarrowOptions {
  /** The page, as a place in the new pages. */
  readonly page: number;
  /** The part of the page to search. */
  readonly within: Range;
  /** The heading of what is sought; null for a whole page. */
  readonly heading: string | null;
}

/** An inner part must fit a whole page clearly better than the page; a section is at home in one. */
const PAGE_MARGIN = 1.05;
/** A part with the same heading is taken over another one that fits this much better. */
const SAME_HEADING = 1.15;

/** Finds the part of a new page, a heading with the sections below it, that holds a text. */
export class PageParts {
  readonly #evidence: Evidence;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /**
   * Returns the part that fits best: it has most of the shingles that the page has, and their
   * beginning, and little else.
   */
  narrow(shingles: readonly number[], { page, within, heading }: NarrowOptions): FittingPart {
    const { pages, firstSection } = this.#evidence.next;
    const base = firstSection[page]!;
    const parts = partsOf(pages[page]!);
    const held = this.#held(shingles, { base, parents: parentsOf(parts) });
    const inside = parts.filter(({ first, end }) => first >= within.first && end <= within.end);
    const margin = heading === null ? PAGE_MARGIN : 1;
    let best = inside[0]!;
    let bestFit = 0;
    for (const part of inside) {
      const isSame = heading !== null && pages[page]!.headings[part.first - 1]?.text === heading;
      const factor = isSame ? SAME_HEADING : 1;
      const size = this.#sizeOf(part, base);
      const fit = factor * fitOf(part, { held, root: within.first, size });
      if (fit > bestFit * margin) [best, bestFit] = [part, fit];
    }
    let rival = { weight: 0, anchor: "" };
    for (const { first, end } of inside) {
      const weight = held.weights[first]!;
      if ((first < best.end && end > best.first) || weight <= rival.weight) continue;
      rival = { weight, anchor: pages[page]!.headings[first - 1]!.anchor };
    }
    return { range: best, weight: held.weights[best.first]!, rival };
  }

  /** Returns for each part of a page, by its first section, which of the shingles are in it. */
  #held(
    shingles: readonly number[],
    { base, parents }: { base: number; parents: Int32Array },
  ): PartWeights {
    const weights = new Float64Array(parents.length);
    const counts = new Int32Array(parents.length);
    const countedFor = new Int32Array(parents.length).fill(-1);
    let openings = weights;
    const { starts, values } = this.#evidence.next.sections;
    for (const [place, shingle] of shingles.entries()) {
      if (place === OPENING) openings = weights.slice();
      for (let at = starts[shingle]!; at < starts[shingle + 1]!; at++) {
        let part = values[at]! - base;
        if (part >= parents.length) break;
        while (part >= 0 && countedFor[part] !== shingle) {
          countedFor[part] = shingle;
          weights[part]! += this.#evidence.weight(shingle);
          counts[part]!++;
          part = parents[part]!;
        }
      }
    }
    return { weights, counts, openings };
  }

  #sizeOf({ first, end }: Range, base: number): number {
    let size = 0;
    for (let section = first; section < end; section++) {
      size += this.#evidence.next.sizes[base + section]!;
    }
    return size;
  }
}

/** The weights and numbers of shingles in each part, and the weights of the first ones. */
interface PartWeights {
  readonly weights: Float64Array;
  readonly counts: Int32Array;
  readonly openings: Float64Array;
}

/** Returns how well a part fits, from 0 to 1: the harmonic mean of recall and precision. */
function fitOf(
  { first }: Range,
  { held, root, size }: { held: PartWeights; root: number; size: number },
): number {
  const { weights, counts, openings } = held;
  if (weights[first] === 0 || openings[first]! * 2 < openings[root]!) return 0;
  const recall = weights[first]! / weights[root]!;
  const precision = counts[first]! / size;
  return (2 * recall * precision) / (recall + precision);
}

/** Returns every part of a page, each at the place of its first section: the page, and each heading. */
function partsOf(page: Page): Range[] {
  return [wholePage(page), ...page.headings.map((_, heading) => subtree(page, heading))];
}

/** Returns for each part the smallest part around it; -1 for the page. */
function parentsOf(parts: readonly Range[]): Int32Array {
  const parents = new Int32Array(parts.length).fill(-1);
  const open: number[] = [];
  for (const [part, { first }] of parts.entries()) {
    while (open.length > 0 && parts[open.at(-1)!]!.end <= first) open.pop();
    parents[part] = open.at(-1) ?? -1;
    open.push(part);
  }
  return parents;
}
