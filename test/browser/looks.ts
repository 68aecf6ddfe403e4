import { IS_LONG } from "../support/extent.ts";

/**
 * Colour schemes and window widths in pixels to test a page in: both schemes and both widths in the
 * gate, each scheme at each width in the long suite.
 */
export const LOOKS: readonly (readonly ["light" | "dark", number])[] = IS_LONG
  ? [
      ["light", 1280],
      ["dark", 1280],
      ["light", 360],
      ["dark", 360],
    ]
  : [
      ["light", 1280],
      ["dark", 360],
    ];
