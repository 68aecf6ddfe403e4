/**
 * The forces of ForceAtlas2 (Jacomy, Venturini, Heymann, Bastian: "ForceAtlas2, a continuous graph
 * layout algorithm for handy network visualization designed for the Gephi software", 2014): pages
 * repel each other, links and the centre attract them, and a page that swings to and fro slows
 * down.
 */
import type { LayoutTask } from "./layout-task.ts";
import { type Bodies, createQuadtree } from "./quadtree.ts";

/** Strength of the repulsion between pages. */
const REPULSION = 10;
/** Strength of the attraction to the centre: enough to keep pages without links near the others. */
const GRAVITY = 0.3;

/** A layout in progress. */
export interface Forces {
  /** Moves every page once. */
  step(): void;
  /** Returns x and y of each page in turn. */
  readPositions(): Float32Array<ArrayBuffer>;
}

/** Prepares the layout of a graph. */
export function createForces({ positions, links }: LayoutTask): Forces {
  const count = positions.length / 2;
  const bodies = createBodies({ positions, links });
  const tree = createQuadtree(count);
  const slowness = 1 + Math.log(count);
  const force = { x: new Float64Array(count), y: new Float64Array(count) };
  const before = { x: new Float64Array(count), y: new Float64Array(count) };
  const ease = new Float64Array(count).fill(1);
  const push = { x: 0, y: 0 };

  function pushApart(): void {
    tree.fill(bodies);
    for (let body = 0; body < count; body++) {
      const x = bodies.x[body]!;
      const y = bodies.y[body]!;
      const mass = bodies.mass[body]!;
      push.x = push.y = 0;
      tree.repel({ body, x, y, push });
      force.x[body] = mass * (REPULSION * push.x - GRAVITY * x);
      force.y[body] = mass * (REPULSION * push.y - GRAVITY * y);
    }
  }

  function pullTogether(): void {
    for (let i = 0; i < links.length; i += 2) {
      const from = links[i]!;
      const to = links[i + 1]!;
      const x = bodies.x[to]! - bodies.x[from]!;
      const y = bodies.y[to]! - bodies.y[from]!;
      force.x[from]! += x;
      force.y[from]! += y;
      force.x[to]! -= x;
      force.y[to]! -= y;
    }
  }

  function move(body: number): void {
    const x = force.x[body]!;
    const y = force.y[body]!;
    const swing = Math.sqrt(bodies.mass[body]! * length(before.x[body]! - x, before.y[body]! - y));
    const traction = length(before.x[body]! + x, before.y[body]! + y) / 2;
    const speed = (ease[body]! * Math.log(1 + traction)) / (1 + swing);
    ease[body] = Math.min(1, Math.sqrt((speed * (x * x + y * y)) / (1 + swing)));
    bodies.x[body]! += (x * speed) / slowness;
    bodies.y[body]! += (y * speed) / slowness;
    before.x[body] = x;
    before.y[body] = y;
  }

  return {
    step() {
      pushApart();
      pullTogether();
      for (let body = 0; body < count; body++) move(body);
    },
    readPositions: () =>
      Float32Array.from({ length: 2 * count }, (_none, index) =>
        index % 2 === 0 ? bodies.x[index >> 1]! : bodies.y[index >> 1]!,
      ),
  };
}

/** A page with more links has more mass. */
function createBodies({ positions, links }: LayoutTask): Bodies {
  const count = positions.length / 2;
  const bodies = {
    x: Float64Array.from({ length: count }, (_none, body) => positions[2 * body]!),
    y: Float64Array.from({ length: count }, (_none, body) => positions[2 * body + 1]!),
    mass: new Float64Array(count).fill(1),
  };
  for (const page of links) bodies.mass[page]! += 1;
  return bodies;
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
