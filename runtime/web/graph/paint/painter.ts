import type { Camera, Size } from "../camera/camera.ts";
import type { Plot } from "../layout/plot.ts";
import { createImageLayer } from "./image-layer.ts";
import type { PaintMessage, PaintResult, PaintTask } from "./paint-task.ts";
import workerUrl from "./paint-worker.ts?chunk-url";

/** A view to paint, in the size of the visible part. */
export type View = Omit<PaintTask, "density">;

/**
 * Shows the graph as images that a worker paints. While the camera moves, the last image moves with
 * it, at no cost; a new one follows when there is a pause, or at once if painting is fast or the
 * last image no longer covers the view. The element is busy (`aria-busy`) until its image shows the
 * current view.
 */
export interface Painter {
  /** Takes new positions of the pages, visible from the next `show`. */
  move(positions: Float32Array<ArrayBuffer>): void;
  /** Shows a view; it is painted again if anything but the camera differs. */
  show(view: View, options: { isCameraOnly: boolean }): void;
}

interface Options {
  readonly root: HTMLElement;
  readonly plot: Plot;
  onFailure(): void;
}

/** Size of images relative to the view, so that they still cover it after small moves. */
const OVERSIZE = 1.4;
/** Maximum image pixels per CSS pixel; a higher density is not visible. */
const MAX_DENSITY = 2;
/** Milliseconds of painting above which it waits for a pause, and the length of a pause. */
const FAST_MS = 25;
const PAUSE_MS = 120;

/** Starts the worker and puts its images into an element. */
export function createPainter({ root, plot, onFailure }: Options): Painter {
  const worker = new Worker(workerUrl, { type: "module", name: "paint" });
  const layer = createImageLayer(root);
  let view: View;
  let wanted = false;
  let asked: { camera: Camera; size: Size; at: number } | null = null;
  let lastMs = 0;
  let pause = 0;

  function send(message: PaintMessage, transfer: Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  function paint(): void {
    clearTimeout(pause);
    wanted = true;
    if (asked) return;
    wanted = false;
    const size = { width: view.size.width * OVERSIZE, height: view.size.height * OVERSIZE };
    const density = Math.min(window.devicePixelRatio, MAX_DENSITY);
    asked = { camera: view.camera, size, at: performance.now() };
    send({ ...view, size, density });
  }

  worker.addEventListener("message", ({ data }: MessageEvent<PaintResult>) => {
    lastMs = performance.now() - asked!.at;
    const shot = asked!;
    asked = null;
    layer.put(data.image, shot);
    layer.follow(view.camera);
    if (wanted) paint();
    else if (shot.camera === view.camera) root.ariaBusy = "false";
  });
  worker.addEventListener("error", onFailure);
  send({ plot });

  return {
    move: (positions) => send({ positions }),
    show(next, { isCameraOnly }) {
      view = next;
      layer.follow(view.camera);
      clearTimeout(pause);
      root.ariaBusy = "true";
      if (!isCameraOnly || lastMs < FAST_MS || !layer.covers(view)) paint();
      else pause = window.setTimeout(paint, PAUSE_MS);
    },
  };
}
