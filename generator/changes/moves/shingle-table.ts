/** Numbers distinct shingles from 0, by open addressing: a Map of millions takes ten times as long. */
export class ShingleTable {
  #keys = new Int32Array(2 ** 12);
  #ids = new Int32Array(2 ** 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the number of a shingle; -1 if it was never added. */
  find(shingle: number): number {
    const slot = this.#slotOf(shingle || 1);
    return this.#keys[slot] === 0 ? -1 : this.#ids[slot]!;
  }

  /** Returns the number of a shingle, a new one if it has none. */
  add(shingle: number): number {
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    const key = shingle || 1;
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === 0) {
      this.#keys[slot] = key;
      this.#ids[slot] = this.#size++;
    }
    return this.#ids[slot]!;
  }

  /** Returns the slot that holds a key, or the free one where it belongs. 0 is the key of free slots. */
  #slotOf(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let slot = key & mask;
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const ids = this.#ids;
    this.#keys = new Int32Array(keys.length * 2);
    this.#ids = new Int32Array(keys.length * 2);
    for (let old = 0; old < keys.length; old++) {
      if (keys[old] === 0) continue;
      const slot = this.#slotOf(keys[old]!);
      this.#keys[slot] = keys[old]!;
      this.#ids[slot] = ids[old]!;
    }
  }
}
