import type { Colors } from "picocolors/types.js";

/** The terminal that a report is for. */
export interface Terminal {
  readonly columns: number;
  readonly colors: Colors;
}
