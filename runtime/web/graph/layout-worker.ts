/**
 * Lays the graph out off the page's thread: a fixed number of steps from given positions, without
 * chance; so the same graph always gives the same picture.
 */
import { createForces } from "./layout-forces.ts";
import type { LayoutStep, LayoutTask } from "./layout-task.ts";

/** Milliseconds between two pictures of the layout on its way. */
const PICTURE_MS = 200;
/** Pages above which fewer steps are done, and how many are done. */
const LARGE = 1000;
const STEPS = { small: 400, large: 200 };

self.addEventListener("message", ({ data }: MessageEvent<LayoutTask>) => {
  const forces = createForces(data);
  const steps = data.positions.length / 2 > LARGE ? STEPS.large : STEPS.small;
  let told = performance.now();
  for (let step = 1; step <= steps; step++) {
    forces.step();
    const isLast = step === steps;
    if (!isLast && performance.now() - told < PICTURE_MS) continue;
    told = performance.now();
    send({ positions: forces.readPositions(), share: step / steps, isLast });
  }
});

function send(step: LayoutStep): void {
  self.postMessage(step, { transfer: [step.positions.buffer] });
}
