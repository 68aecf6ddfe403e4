/** A list of 32-bit numbers that grows. */
export class GrowingList {
  #values = new Int32Array(2 ** 10);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  values(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Lists of numbers in one array. A list is read in place: a view of each would take longer. */
export interface Lists {
  readonly values: Int32Array;
  /** Where each list begins in `values`, and where the last one ends. */
  readonly starts: Int32Array;
}

/** Makes one list for each key below `size`: its values, in their order. */
export function groupByKey(
  { keys, values }: { keys: Int32Array; values: Int32Array },
  size: number,
): Lists {
  const starts = new Int32Array(size + 1);
  for (const key of keys) starts[key + 1]!++;
  for (let key = 0; key < size; key++) starts[key + 1]! += starts[key]!;
  const next = starts.slice();
  const sorted = new Int32Array(values.length);
  for (let place = 0; place < keys.length; place++) sorted[next[keys[place]!]!++] = values[place]!;
  return { values: sorted, starts };
}
