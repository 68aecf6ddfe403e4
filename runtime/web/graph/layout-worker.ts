/**
 * Lays the graph out off the page's thread: ForceAtlas2, a fixed number of iterations from given
 * positions, without chance; so the same graph always gives the same picture.
 */

import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { LayoutStep, LayoutTask } from "./layout-task.ts";

const ITERATIONS_PER_STEP = 25;
/** Steps for small and for large graphs; a step takes longer the larger the graph. */
const STEPS = { small: 24, large: 10 };
const LARGE = 2000;
/** Strong enough that pages without links stay near the others. */
const GRAVITY = 0.3;

self.addEventListener("message", ({ data }: MessageEvent<LayoutTask>) => {
  const graph = toGraph(data);
  const settings = { ...forceAtlas2.inferSettings(graph), gravity: GRAVITY };
  const steps = graph.order < LARGE ? STEPS.small : STEPS.large;
  for (let step = 1; step <= steps; step++) {
    forceAtlas2.assign(graph, { iterations: ITERATIONS_PER_STEP, settings });
    send({ positions: readPositions(graph), isLast: step === steps });
  }
});

function toGraph({ positions, links }: LayoutTask): Graph {
  const graph = new Graph({ type: "directed", multi: true });
  for (let i = 0; i < positions.length; i += 2) {
    graph.addNode(i / 2, { x: positions[i], y: positions[i + 1] });
  }
  for (let i = 0; i < links.length; i += 2) graph.addEdge(links[i], links[i + 1]);
  return graph;
}

function readPositions(graph: Graph): Float32Array<ArrayBuffer> {
  return new Float32Array(graph.mapNodes((_node, { x, y }) => [x as number, y as number]).flat());
}

function send(step: LayoutStep): void {
  self.postMessage(step, { transfer: [step.positions.buffer] });
}
