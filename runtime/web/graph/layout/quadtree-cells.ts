/** Squares with four children or none, as one array per property. */
export class Cells {
  readonly capacity: number;
  /** Index of the first of a square's four children; 0 for none. */
  readonly children: Int32Array;
  /** The only body in a square; -1 for none, or more than one. */
  readonly only: Int32Array;
  readonly mass: Float64Array;
  /** The centre of mass of a square. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.children = new Int32Array(capacity);
    this.only = new Int32Array(capacity);
    this.mass = new Float64Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
  }

  /** Adds an empty square. */
  addCell(): void {
    const cell = this.count++;
    this.children[cell] = 0;
    this.only[cell] = -1;
    this.mass[cell] = this.x[cell] = this.y[cell] = 0;
  }

  /** Adds a mass to a square. */
  addMass(cell: number, x: number, y: number, mass: number): void {
    const sum = this.mass[cell]! + mass;
    const share = mass / sum;
    this.x[cell]! += (x - this.x[cell]!) * share;
    this.y[cell]! += (y - this.y[cell]!) * share;
    this.mass[cell] = sum;
  }

  /** Gives a square four children and moves its body into one. */
  divide(cell: number, middle: { readonly x: number; readonly y: number }): void {
    const first = this.count;
    this.children[cell] = first;
    for (let child = 0; child < 4; child++) this.addCell();
    const x = this.x[cell]!;
    const y = this.y[cell]!;
    const child = first + (x < middle.x ? 0 : 1) + (y < middle.y ? 0 : 2);
    this.addMass(child, x, y, this.mass[cell]!);
    this.only[child] = this.only[cell]!;
    this.only[cell] = -1;
  }
}
