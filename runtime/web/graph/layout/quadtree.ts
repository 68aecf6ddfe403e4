/**
 * Bodies with masses in a tree of squares, so that far ones can be taken together (Barnes and Hut,
 * "A hierarchical O(N log N) force-calculation algorithm", 1986). It is filled anew for each step
 * and keeps its memory.
 */
export interface Quadtree {
  fill(bodies: Bodies): void;
  /**
   * Adds to `push` how a body is pushed away by all others: by mass / distance, in each direction.
   * Bodies that meet at one place do not push each other.
   *
   * @param options.x Place of the body, as are `y` and `body`, its number.
   */
  repel(options: { body: number; x: number; y: number; push: Push }): void;
}

export interface Bodies {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly mass: Float64Array;
}

/** A force that is being summed up. */
export interface Push {
  x: number;
  y: number;
}

/** Size of a square, as a share of its distance, below which its bodies count as one. */
const THETA = 1.3;
/** Squares are not divided further; what meets there counts as one body. */
const MAX_DEPTH = 32;
/** Squares for each body: more than random places need. A fuller tree is not divided further. */
const CELLS_PER_BODY = 8;

/** Makes a tree for so many bodies. */
export function createQuadtree(count: number): Quadtree {
  const capacity = CELLS_PER_BODY * count + 64;
  /** First of four children of a square; 0 for none. */
  const children = new Int32Array(capacity);
  /** The only body of a square; -1 for none, or more than one. */
  const only = new Int32Array(capacity);
  const mass = new Float64Array(capacity);
  const x = new Float64Array(capacity);
  const y = new Float64Array(capacity);
  const stack = new Int32Array(4 * MAX_DEPTH + 4);
  /** Sizes and middles of the squares on the stack. */
  const stackSizes = new Float64Array(4 * MAX_DEPTH + 4);
  const stackX = new Float64Array(4 * MAX_DEPTH + 4);
  const stackY = new Float64Array(4 * MAX_DEPTH + 4);
  let used = 1;
  let rootSize = 0;
  let rootX = 0;
  let rootY = 0;

  function clear(bodies: Bodies): void {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let body = 0; body < bodies.x.length; body++) {
      left = Math.min(left, bodies.x[body]!);
      right = Math.max(right, bodies.x[body]!);
      top = Math.min(top, bodies.y[body]!);
      bottom = Math.max(bottom, bodies.y[body]!);
    }
    rootSize = Math.max(right - left, bottom - top, 1e-9);
    rootX = (left + right) / 2;
    rootY = (top + bottom) / 2;
    used = 0;
    addCell();
  }

  function addCell(): void {
    children[used] = 0;
    only[used] = -1;
    mass[used] = x[used] = y[used] = 0;
    used++;
  }

  /** Adds a mass to a square; its place is the middle of all its masses. */
  function add(cell: number, bodyX: number, bodyY: number, bodyMass: number): void {
    const sum = mass[cell]! + bodyMass;
    const share = bodyMass / sum;
    x[cell]! += (bodyX - x[cell]!) * share;
    y[cell]! += (bodyY - y[cell]!) * share;
    mass[cell] = sum;
  }

  function insert(body: number, bodies: Bodies): void {
    const bodyX = bodies.x[body]!;
    const bodyY = bodies.y[body]!;
    let cell = 0;
    let middleX = rootX;
    let middleY = rootY;
    let quarter = rootSize / 4;
    for (let depth = 0; ; depth++) {
      if (mass[cell] === 0) only[cell] = body;
      else if (children[cell] === 0 && depth < MAX_DEPTH && used + 4 <= capacity) {
        divide(cell, { middleX, middleY });
      }
      const isLeaf = children[cell] === 0;
      if (isLeaf && mass[cell]! > 0) only[cell] = -1;
      add(cell, bodyX, bodyY, bodies.mass[body]!);
      if (isLeaf) return;
      cell = children[cell]! + (bodyX < middleX ? 0 : 1) + (bodyY < middleY ? 0 : 2);
      middleX += bodyX < middleX ? -quarter : quarter;
      middleY += bodyY < middleY ? -quarter : quarter;
      quarter /= 2;
    }
  }

  /** Gives a square four children and moves its body into one. */
  function divide(cell: number, { middleX, middleY }: { middleX: number; middleY: number }): void {
    const first = used;
    children[cell] = first;
    for (let child = 0; child < 4; child++) addCell();
    const child = first + (x[cell]! < middleX ? 0 : 1) + (y[cell]! < middleY ? 0 : 2);
    add(child, x[cell]!, y[cell]!, mass[cell]!);
    only[child] = only[cell]!;
    only[cell] = -1;
  }

  return {
    fill(bodies) {
      clear(bodies);
      for (let body = 0; body < bodies.x.length; body++) insert(body, bodies);
    },
    repel({ body, x: bodyX, y: bodyY, push }) {
      let height = 1;
      stack[0] = 0;
      stackSizes[0] = rootSize;
      stackX[0] = rootX;
      stackY[0] = rootY;
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
    },
  };
}
