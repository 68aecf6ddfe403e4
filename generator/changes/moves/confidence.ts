/** The reasons for a place and against it. */
export interface Grounds {
  /** How much of the text is there, from 0 to 1. */
  readonly share: number;
  /** How much of it was not there before. */
  readonly arrived: number;
  /** The weight of what speaks for the place: about the number of words that occur nowhere else. */
  readonly weight: number;
  /** The next best place: how much fits it in comparison, and its name. */
  readonly rival: { readonly fit: number; readonly name: string };
}

/**
 * How a rival as good as the place itself lowers confidence. The constants were fitted to half of
 * the redirects that the editors of a tree of 9 500 pages wrote, and checked with the other half:
 * `npm run bench -- --moves`.
 */
const RIVAL_LOSS = 0.6;
/** The share of the text with which a move is as likely as not. */
const EVEN_SHARE = 0.15;
/** The weight with which the text is too little to be sure with about one in three. */
const LITTLE_WEIGHT = 4;

/** Below this confidence, a move is not worth a person's time. */
export const LEAST = 0.15;

/** Returns how likely a place is the right one, from 0 to 1. */
export function confidenceOf({ share, arrived, weight, rival }: Grounds): number {
  const score = arrived + STALE_SHARE * (share - arrived);
  const bySize = 1 - Math.exp(-weight / LITTLE_WEIGHT);
  const byShare = score ** 2 / (score ** 2 + EVEN_SHARE ** 2);
  const byRival = 1 - RIVAL_LOSS * rival.fit ** 4;
  return bySize * byShare * byRival;
}

/** Text that a page had before proves little: this part of its share counts. */
const STALE_SHARE = 0.1;
/** From here on a rival is named. */
const ALIKE = 0.7;
const LITTLE_TEXT = 6;

/** Describes the grounds in a sentence. */
export function describeGrounds(
  grounds: Grounds,
  { inSection }: { inSection: string | null },
): string {
  const { share, arrived, weight, rival } = grounds;
  const percent = Math.floor(share * 100 + 0.5);
  const where = inSection === null ? "there" : `there, in the section "${inSection}"`;
  const parts = [`${percent === 100 ? "All" : `${percent} %`} of its text is ${where}`];
  const before = Math.round((share - arrived) * 100);
  if (before >= 10) parts.push(`${before} % was there before`);
  if (weight < LITTLE_TEXT) parts.push("but that is little text");
  if (rival.fit >= ALIKE) {
    parts.push(`but "${rival.name}" is nearly the same, as versions of one page are`);
  }
  return `${parts.join(", ")}.`;
}
