/** The limit that a page exceeds, and where. */
export interface Excess {
  readonly message: string;
  readonly line: number;
}

/** Blocks within blocks: each takes some of the parsers' stack, and work for each line in it. */
export const MAX_DEPTH = 100;
