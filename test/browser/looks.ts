import { IS_LONG } from "../support/extent.ts";

/**
 * Colours, and widths of the window in pixels, that a page is looked at in: both colours and both
 * widths in the gate, each colour at each width in the long suite.
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
