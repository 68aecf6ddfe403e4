import type { Plot } from "../layout/plot.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";

/** The first message to the paint worker. */
export interface PaintStart {
  readonly plot: Plot;
}

/** The message to the paint worker after pages have moved. */
export interface PaintMove {
  /** x and y of each page in turn. */
  readonly positions: Float32Array<ArrayBuffer>;
}

/** The message that asks the paint worker for an image. */
export interface PaintTask extends Omit<Scene, "plot" | "positions"> {
  readonly palette: Palette;
  /** Pixels of the image per CSS pixel. */
  readonly density: number;
}

export type PaintMessage = PaintStart | PaintMove | PaintTask;

/** The paint worker's response to a task. */
export interface PaintResult {
  readonly image: ImageBitmap;
}
