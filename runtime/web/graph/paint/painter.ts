import type { Camera, Size } from "../camera/camera.ts";
import type { Plot } from "../layout/plot.ts";
import { createImageLayer } from "./image-layer.ts";
import type { Painted, PaintMessage, PaintTask } from "./paint-task.ts";
import workerUrl from "./paint-worker.ts?chunk-url";

/** A view to paint: as large as what is seen of it on the page. */
export type View = Omit<PaintTask, "density">;

/**
 * Shows the graph as images that a worker paints. While the camera moves, the last image moves with
 * it, which takes no time; a new one comes when there is a pause, and at once where images are
 * painted fast or the last one no longer covers what is seen. The element is busy (`aria-busy`)
 * until its image is of the present view.
 */
export interface Painter {
  /** Takes new places of the pages; they are seen at the next `show`. */
  move(positions: Float32Array<ArrayBuffer>): void;
  /** Shows a view; it is painted anew when anything but the camera differs. */
  show(view: View, options: { isCameraOnly: boolean }): void;
}

interface Options {
  readonly root: HTMLElement;
  readonly plot: Plot;
  onFailure(): void;
}

/** How much larger images are than what is seen, so that they still cover it after small moves. */
const OVERSIZE = 1.4;
/** Image pixels for a CSS pixel; more are not told apart. */
const MAX_DENSITY = 2;
/** Milliseconds of painting above which it waits for a pause, and how long a pause is. */
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

  worker.addEventListener("message", ({ data }: MessageEvent<Painted>) => {
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
