/** The message that starts the layout worker. */
export interface LayoutTask {
  /** x and y of each page in turn. */
  positions: Float32Array<ArrayBuffer>;
  /** For each link, the indices of its two pages. */
  links: Uint32Array<ArrayBuffer>;
}

/** The message that the layout worker sends a few times per second. */
export interface LayoutStep {
  /** As in the task. */
  positions: Float32Array<ArrayBuffer>;
  /** Share of the work that is done, from 0 to 1. */
  share: number;
  isLast: boolean;
}
