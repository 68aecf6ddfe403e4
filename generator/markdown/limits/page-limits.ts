/**
 * Limits within which a page takes little time to read, checked before any parser sees it. The
 * parsers take disproportionate time, and stack, for the constructs counted here, and for no others
 * that are known: `test/long/hostile-pages.test.ts` looks for more.
 *
 * The maxima in some 12 700 Markdown files (docs of PowerShell, C++ and Vue in two languages, and
 * those of the packages that docgate uses): 740 135 characters; possible lists 23 deep (a line of
 * code); 15 000 000 steps (358 000 characters of licenses, half of them in quotes; the next file
 * has 1 500 000); frontmatter of 774 characters.
 */
import { frontmatterBlock } from "../frontmatter-block.ts";
import type { Excess } from "./excess.ts";
import { frontmatterExcess } from "./frontmatter-limits.ts";
import { TextMeasure } from "./text-measure.ts";

/** The measurements of a page's text. */
export interface Measured {
  /** The work of the parsers in the worst case, in steps of about 25 ns or less. */
  readonly steps: number;
  readonly excess: Excess | null;
}

/** Measures the text of a page in one pass. */
export function measurePage(source: string): Measured {
  const block = frontmatterBlock(source);
  const excess = block === null ? null : frontmatterExcess(block.yaml);
  if (excess !== null) return { steps: 0, excess };
  const text = new TextMeasure();
  text.measure(source);
  return { steps: text.steps, excess: text.excess };
}
