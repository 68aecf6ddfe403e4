import type { Plot } from "../layout/plot.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";

/** What the paint worker is told once, at the start. */
export interface PaintStart {
  readonly plot: Plot;
}

/** What the paint worker is told when pages have moved. */
export interface PaintMove {
  /** x and y of each page in turn. */
  readonly positions: Float32Array<ArrayBuffer>;
}

/** What the paint worker is told to paint. */
export interface PaintTask extends Omit<Scene, "plot" | "positions"> {
  readonly palette: Palette;
  /** Pixels of the image for each CSS pixel. */
  readonly density: number;
}

export type PaintMessage = PaintStart | PaintMove | PaintTask;

/** What the paint worker answers to a task. */
export interface Painted {
  readonly image: ImageBitmap;
}
