import { lowerBound } from "../text/order.ts";

/** How consecutive items are divided into files: the number of items in each. */
export type PackCounts = readonly number[];

interface PackOptions {
  /** Size from which on a file is full, in characters. */
  readonly full: number;
  /** Returns the size of an item, in characters. */
  readonly sizeOf: (item: number) => number;
}

/** Divides items into packs: each has items until it is full, and at least one. */
export function dividePacks(itemCount: number, { full, sizeOf }: PackOptions): PackCounts {
  const counts: number[] = [];
  let count = 0;
  let size = 0;
  for (let item = 0; item < itemCount; item++) {
    size += sizeOf(item);
    count++;
    if (size < full && item + 1 < itemCount) continue;
    counts.push(count);
    count = 0;
    size = 0;
  }
  return counts;
}

/** Finds items in packs. */
export class PackMap {
  /** The first item of each pack, followed by the number of items. */
  readonly #starts: readonly number[];

  constructor(counts: PackCounts) {
    const starts = [0];
    for (const count of counts) starts.push(starts.at(-1)! + count);
    this.#starts = starts;
  }

  /** Returns the pack that has an item. */
  packOf(item: number): number {
    const starts = this.#starts;
    return lowerBound({ from: 0, to: starts.length }, (pack) => starts[pack]! <= item) - 1;
  }

  /** Returns the items of a pack; `to` is exclusive. */
  itemsOf(pack: number): { readonly from: number; readonly to: number } {
    return { from: this.#starts[pack]!, to: this.#starts[pack + 1]! };
  }
}
