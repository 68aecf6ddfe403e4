import type { LayoutStep, LayoutTask } from "./layout-task.ts";
import workerUrl from "./layout-worker.ts?chunk-url";
import type { LinkGraph } from "./link-graph.ts";

interface Listeners {
  /** Told of the positions so far, some times a second: x and y of each page in turn. */
  onStep(step: LayoutStep): void;
  /** Told when the worker cannot run. */
  onFailure(): void;
}

/**
 * Puts the pages on a circle in the order of the API, which keeps sections together; the layout
 * starts from there.
 *
 * @returns x and y of each page in turn.
 */
export function startPositions({ pages }: LinkGraph): Float32Array<ArrayBuffer> {
  const turn = (2 * Math.PI) / pages.length;
  const points = pages.map((_page, index) => [Math.cos(index * turn), Math.sin(index * turn)]);
  return new Float32Array(points.flat().map((coordinate) => coordinate * pages.length));
}

/** Starts the layout in a worker. */
export function runLayout(graph: LinkGraph, { onStep, onFailure }: Listeners): void {
  const worker = new Worker(workerUrl, { type: "module", name: "layout" });
  worker.addEventListener("message", ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isLast) worker.terminate();
  });
  worker.addEventListener("error", onFailure);
  const task: LayoutTask = { positions: startPositions(graph), links: toIndices(graph) };
  worker.postMessage(task, [task.positions.buffer, task.links.buffer]);
}

function toIndices({ pages }: LinkGraph): Uint32Array<ArrayBuffer> {
  const indices = new Map(pages.map((page, index) => [page, index]));
  const links = pages.flatMap((page) => page.outgoing.map((target) => [page, target]));
  return new Uint32Array(links.flat().map((page) => indices.get(page)!));
}
