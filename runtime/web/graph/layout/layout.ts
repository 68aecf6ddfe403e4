import type { LayoutStep, LayoutTask } from "./layout-task.ts";
import workerUrl from "./layout-worker.ts?chunk-url";
import type { Plot } from "./plot.ts";

interface Listeners {
  /** Called with the current positions, a few times per second. */
  onStep(step: LayoutStep): void;
  /** Called if the worker cannot run. */
  onFailure(): void;
}

/**
 * Puts the pages on a circle in the order of the API, which keeps sections together; the layout
 * starts from there.
 *
 * @returns x and y of each page in turn
 */
export function startPositions(count: number): Float32Array<ArrayBuffer> {
  const turn = (2 * Math.PI) / count;
  const positions = new Float32Array(2 * count);
  for (let page = 0; page < count; page++) {
    positions[2 * page] = Math.cos(page * turn) * count;
    positions[2 * page + 1] = Math.sin(page * turn) * count;
  }
  return positions;
}

/** Starts the layout in a worker. */
export function runLayout({ radii, links }: Plot, { onStep, onFailure }: Listeners): void {
  const worker = new Worker(workerUrl, { type: "module", name: "layout" });
  worker.addEventListener("message", ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isLast) worker.terminate();
  });
  worker.addEventListener("error", onFailure);
  const task: LayoutTask = { positions: startPositions(radii.length), links };
  worker.postMessage(task, [task.positions.buffer]);
}
