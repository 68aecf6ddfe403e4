import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import type { FoldedDoc } from "./texts.ts";

/** Parts docs by the best field that contains what was looked for. */
export interface Tiers {
  /**
   * @param found The positions of the docs that contain the needle, ascending.
   * @param options.limit How many docs are wanted: no tier is told that none of them can be in.
   * @returns Those with it in the title, in a heading, in the description and in the body alone,
   *   ascending; without empty ones.
   */
  split(found: readonly number[], options: SplitOptions): readonly (readonly number[])[];
}

interface SplitOptions {
  /** Folded. */
  readonly needle: string;
  readonly limit: number;
}

/** Decision B4: title before headings before description before body. */
export function createTiers(docs: readonly Doc[], folded: readonly FoldedDoc[]): Tiers {
  type Holds = (position: number, needle: string) => boolean;
  const inTitle: Holds = (position, needle) => folded[position]!.title.includes(needle);
  const inHeadings: Holds = (position, needle) => folded[position]!.headings.includes(needle);
  /** A needle of several lines must not be found in two headings. */
  const inOneHeading: Holds = (position, needle) =>
    inHeadings(position, needle) &&
    docs[position]!.headings.some(({ text }) => foldCase(text).includes(needle));
  const inDescription: Holds = (position, needle) => folded[position]!.description.includes(needle);

  return {
    split(found, { needle, limit }) {
      const tiers: (readonly number[])[] = [];
      let rest = found;
      let wanted = limit;
      const inHeading = needle.includes("\n") ? inOneHeading : inHeadings;
      for (const holds of [inTitle, inHeading, inDescription, () => true]) {
        if (wanted <= 0 || rest.length === 0) break;
        const tier: number[] = [];
        const others: number[] = [];
        for (const position of rest) (holds(position, needle) ? tier : others).push(position);
        if (tier.length > 0) tiers.push(tier);
        wanted -= tier.length;
        rest = others;
      }
      return tiers;
    },
  };
}
