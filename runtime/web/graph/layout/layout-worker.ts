/**
 * Lays the graph out off the main thread: a fixed number of steps from given positions, without
 * randomness, so the same graph always gives the same picture.
 */
import { createForces } from "./layout-forces.ts";
import type { LayoutStep, LayoutTask } from "./layout-task.ts";

/** Number of steps, and the milliseconds between two pictures of the layout in progress. */
const SMALL = { steps: 400, pictureMs: 200 };
/** The same for large graphs, whose steps and pictures take longer. */
const LARGE = { steps: 200, pictureMs: 800 };
/** Pages above which a graph is large. */
const MANY_PAGES = 1000;

self.addEventListener("message", ({ data }: MessageEvent<LayoutTask>) => {
  const forces = createForces(data);
  const { steps, pictureMs } = data.positions.length / 2 > MANY_PAGES ? LARGE : SMALL;
  let told = performance.now();
  for (let step = 1; step <= steps; step++) {
    forces.step();
    const isLast = step === steps;
    if (!isLast && performance.now() - told < pictureMs) continue;
    told = performance.now();
    send({ positions: forces.readPositions(), share: step / steps, isLast });
  }
});

function send(step: LayoutStep): void {
  self.postMessage(step, { transfer: [step.positions.buffer] });
}
