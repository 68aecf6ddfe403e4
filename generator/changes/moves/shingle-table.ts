/** Numbers distinct shingles from 0, by open addressing: a Map of millions takes ten times as long. */
export class ShingleTable {
  /** In each slot a shingle and its number plus one; 0 and 0 in free slots. */
  #slots = new Int32Array(2 ** 13);
  /**
   * A bit for the leading bits of each shingle, four times as many as slots. Most shingles of a new
   * tree are not in the table, and the bits fit a cache that the slots do not fit: a third less time
   * for a section of 10 000 pages that was renamed (bench/moves/speed.ts).
   */
  #filter = new Uint32Array(2 ** 9);
  #filterShift = 18;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the number of a shingle; -1 if it was never added. */
  find(shingle: number): number {
    const bit = shingle >>> this.#filterShift;
    if (((this.#filter[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return -1;
    return this.#slots[this.#slotOf(shingle) + 1]! - 1;
  }

  /** Returns the number of a shingle, a new one if it has none. */
  add(shingle: number): number {
    if (this.#size * 4 >= this.#slots.length) this.#grow();
    const slot = this.#slotOf(shingle);
    if (this.#slots[slot + 1] === 0) {
      this.#slots[slot] = shingle;
      this.#slots[slot + 1] = ++this.#size;
      this.#mark(shingle);
    }
    return this.#slots[slot + 1]! - 1;
  }

  /** Returns where the slot begins that holds a shingle, or the free one where it belongs. */
  #slotOf(shingle: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = (shingle << 1) & last;
    while (slots[slot] !== shingle && slots[slot + 1] !== 0) slot = (slot + 2) & last;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#filter = new Uint32Array(this.#filter.length * 2);
    this.#filterShift--;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue;
      const slot = this.#slotOf(old[at]!);
      this.#slots[slot] = old[at]!;
      this.#slots[slot + 1] = old[at + 1]!;
      this.#mark(old[at]!);
    }
  }

  #mark(shingle: number): void {
    const bit = shingle >>> this.#filterShift;
    this.#filter[bit >>> 5]! |= 1 << (bit & 31);
  }
}
