/** The rules by which a heading's text becomes an anchor. */
export const ANCHOR_RULES = ["document", "github"] as const;
export type AnchorRule = (typeof ANCHOR_RULES)[number];
