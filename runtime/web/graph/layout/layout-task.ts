/** What the layout worker is told. */
export interface LayoutTask {
  /** x and y of each page in turn. */
  positions: Float32Array<ArrayBuffer>;
  /** For each link the places of its two pages in `positions`, counted in pages. */
  links: Uint32Array<ArrayBuffer>;
}

/** What the layout worker tells some times a second. */
export interface LayoutStep {
  /** As in the task. */
  positions: Float32Array<ArrayBuffer>;
  /** How much of the work is done, from 0 to 1. */
  share: number;
  isLast: boolean;
}
