import { Cells } from "./quadtree-cells.ts";

/**
 * Bodies with masses in a tree of squares, so that distant ones can be combined (Barnes and Hut, "A
 * hierarchical O(N log N) force-calculation algorithm", 1986). It is filled again for each step and
 * keeps its memory.
 */
export interface Quadtree {
  fill(bodies: Bodies): void;
  /**
   * Adds to `push` the repulsion of a body by all others: mass / distance, in each direction.
   * Bodies at the same point do not repel each other.
   *
   * @param options.x Position of the body, with `y`; `body` is its index.
   */
  repel(options: { body: number; x: number; y: number; push: Push }): void;
}

export interface Bodies {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly mass: Float64Array;
}

/** The sum of the forces on a body. */
export interface Push {
  x: number;
  y: number;
}

/** Size of a square, as a share of its distance, below which its bodies count as one. */
const THETA = 1.3;
/** Squares at this depth are not divided further; bodies that share one count as one. */
const MAX_DEPTH = 32;
/** Squares per body: more than random positions need. A full tree is not divided further. */
const CELLS_PER_BODY = 8;

/** Creates a tree for `count` bodies. */
export function createQuadtree(count: number): Quadtree {
  return new BarnesHutTree(CELLS_PER_BODY * count + 64);
}

/** Squares still to be visited, with their sizes and middles. */
class Stack {
  readonly cells = new Int32Array(4 * MAX_DEPTH + 4);
  readonly sizes = new Float64Array(4 * MAX_DEPTH + 4);
  readonly x = new Float64Array(4 * MAX_DEPTH + 4);
  readonly y = new Float64Array(4 * MAX_DEPTH + 4);
}

class BarnesHutTree implements Quadtree {
  readonly #cells: Cells;
  readonly #stack = new Stack();
  #size = 0;
  #middleX = 0;
  #middleY = 0;

  constructor(capacity: number) {
    this.#cells = new Cells(capacity);
  }

  fill(bodies: Bodies): void {
    this.#enclose(bodies);
    this.#cells.count = 0;
    this.#cells.addCell();
    for (let body = 0; body < bodies.x.length; body++) this.#insert(body, bodies);
  }

  /** Makes the outermost square enclose all bodies. */
  #enclose({ x, y }: Bodies): void {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let body = 0; body < x.length; body++) {
      left = Math.min(left, x[body]!);
      right = Math.max(right, x[body]!);
      top = Math.min(top, y[body]!);
      bottom = Math.max(bottom, y[body]!);
    }
    this.#size = Math.max(right - left, bottom - top, 1e-9);
    this.#middleX = (left + right) / 2;
    this.#middleY = (top + bottom) / 2;
  }

  #insert(body: number, bodies: Bodies): void {
    const cells = this.#cells;
    const bodyX = bodies.x[body]!;
    const bodyY = bodies.y[body]!;
    let cell = 0;
    let middleX = this.#middleX;
    let middleY = this.#middleY;
    let quarter = this.#size / 4;
    for (let depth = 0; ; depth++) {
      const canDivide = depth < MAX_DEPTH && cells.count + 4 <= cells.capacity;
      if (cells.mass[cell] === 0) cells.only[cell] = body;
      else if (cells.children[cell] === 0 && canDivide) {
        cells.divide(cell, { x: middleX, y: middleY });
      }
      const isLeaf = cells.children[cell] === 0;
      if (isLeaf && cells.mass[cell]! > 0) cells.only[cell] = -1;
      cells.addMass(cell, bodyX, bodyY, bodies.mass[body]!);
      if (isLeaf) return;
      cell = cells.children[cell]! + (bodyX < middleX ? 0 : 1) + (bodyY < middleY ? 0 : 2);
      middleX += bodyX < middleX ? -quarter : quarter;
      middleY += bodyY < middleY ? -quarter : quarter;
      quarter /= 2;
    }
  }

  repel({ body, x: bodyX, y: bodyY, push }: Parameters<Quadtree["repel"]>[0]): void {
    const { children, only, mass, x, y } = this.#cells;
    const { cells: stack, sizes: stackSizes, x: stackX, y: stackY } = this.#stack;
    let height = 1;
    stack[0] = 0;
    stackSizes[0] = this.#size;
    stackX[0] = this.#middleX;
    stackY[0] = this.#middleY;
    while (height > 0) {
      height--;
      const cell = stack[height]!;
      if (mass[cell] === 0 || only[cell] === body) continue;
      const half = stackSizes[height]! / 2;
      const middleX = stackX[height]!;
      const middleY = stackY[height]!;
      const awayX = bodyX - x[cell]!;
      const awayY = bodyY - y[cell]!;
      const squared = awayX * awayX + awayY * awayY;
      const first = children[cell]!;
      const isInside = Math.abs(bodyX - middleX) <= half && Math.abs(bodyY - middleY) <= half;
      const isNear = isInside || 4 * half * half >= THETA * THETA * squared;
      if (first !== 0 && isNear) {
        for (let child = 0; child < 4; child++) {
          stack[height] = first + child;
          stackSizes[height] = half;
          stackX[height] = middleX + (child % 2 === 0 ? -half : half) / 2;
          stackY[height] = middleY + (child < 2 ? -half : half) / 2;
          height++;
        }
      } else if (squared > 0 && !(isInside && only[cell] === -1)) {
        push.x += (awayX * mass[cell]!) / squared;
        push.y += (awayY * mass[cell]!) / squared;
      }
    }
  }
}
