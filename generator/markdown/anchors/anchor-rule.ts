/** A heading that needs an anchor: of depth 1 to 6, with the id given by its author, if any. */
export interface AnchorRequest {
  readonly depth: number;
  /** The text that readers see. */
  readonly text: string;
  /** The source of its content, without closing `#` and id marker. */
  readonly raw: string;
  readonly customId: string | null;
  /** The included file that it is from, whose headings are counted separately. Default: none. */
  readonly part?: number;
}

/**
 * Gives the headings of one page their anchors, in their order, as some software does. Two headings
 * may get the same anchor if that software does not count them apart.
 */
export type AnchorRule = (headings: readonly AnchorRequest[]) => string[];
