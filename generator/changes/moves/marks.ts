/** A set of numbers below a limit that is emptied in no time. */
export class Marks {
  readonly #rounds: Uint32Array;
  #round = 1;

  constructor(limit: number) {
    this.#rounds = new Uint32Array(limit);
  }

  clear(): void {
    this.#round++;
  }

  has(value: number): boolean {
    return this.#rounds[value] === this.#round;
  }

  /** @returns false if the set had the number */
  add(value: number): boolean {
    if (this.has(value)) return false;
    this.#rounds[value] = this.#round;
    return true;
  }

  /** @returns true if the set had the number */
  delete(value: number): boolean {
    if (!this.has(value)) return false;
    this.#rounds[value] = 0;
    return true;
  }
}
