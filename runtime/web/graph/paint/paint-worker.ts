/** Paints the graph off the main thread, which only shows and moves the images. */

import type { Plot } from "../layout/plot.ts";
import { paintScene } from "./paint.ts";
import type { PaintMessage, PaintResult, PaintTask } from "./paint-task.ts";

let plot: Plot;
let positions: Float32Array<ArrayBuffer>;
const canvas = new OffscreenCanvas(1, 1);
// Without the graphics card, so that many thin lines take the same short time everywhere.
const context = canvas.getContext("2d", { willReadFrequently: true })!;

self.addEventListener("message", ({ data }: MessageEvent<PaintMessage>) => {
  if ("plot" in data) plot = data.plot;
  else if ("positions" in data) positions = data.positions;
  else paint(data);
});

function paint({ palette, density, ...view }: PaintTask): void {
  // Setting a size also clears the canvas.
  canvas.width = Math.max(1, Math.round(view.size.width * density));
  canvas.height = Math.max(1, Math.round(view.size.height * density));
  context.scale(density, density);
  paintScene(context, { plot, positions, ...view }, palette);
  const image = canvas.transferToImageBitmap();
  self.postMessage({ image } satisfies PaintResult, { transfer: [image] });
}
