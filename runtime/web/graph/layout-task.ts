/** What the layout worker is told. */
export interface LayoutTask {
  /** x and y of each page in turn. */
  positions: Float32Array<ArrayBuffer>;
  /** For each link the places of its two pages in `positions`, counted in pages. */
  links: Uint32Array<ArrayBuffer>;
}

/** What the layout worker tells after each step. */
export interface LayoutStep {
  /** As in the task. */
  positions: Float32Array<ArrayBuffer>;
  isLast: boolean;
}
