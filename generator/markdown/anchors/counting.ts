/**
 * Counts as kramdown and similar software do: the second anchor of a kind gets `-1`. It does not
 * look whether `-1` is already there.
 */
export class KindCounter {
  readonly #counts = new Map<string, number>();

  count(anchor: string): string {
    const count = this.#counts.get(anchor) ?? 0;
    this.#counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  }
}

/** Gives out the first free one of `a`, `a-1`, `a-2`, …, and keeps it from being given again. */
export class FreeAnchors {
  readonly #taken = new Set<string>();
  /** Anchor → the last number tried. Smaller ones stay taken. */
  readonly #tried = new Map<string, number>();

  take(anchor: string): string {
    let free = anchor;
    let number = this.#tried.get(anchor) ?? 0;
    while (this.#taken.has(free)) free = `${anchor}-${++number}`;
    this.#tried.set(anchor, number);
    this.#taken.add(free);
    return free;
  }

  /** Takes an id that its author has given, even if it is taken. */
  claim(id: string): string {
    this.#taken.add(id);
    return id;
  }
}
