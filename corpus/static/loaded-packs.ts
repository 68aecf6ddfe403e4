import { type PackCounts, PackMap } from "./packs.ts";

interface LoadedPacksOptions<Content> {
  readonly counts: PackCounts;
  /** Fetches a pack. */
  readonly fetch: (pack: number) => Promise<string>;
  /** Reads the text of a pack with a number of items. */
  readonly parse: (text: string, itemCount: number) => Content;
}

/** The packs of one kind that were needed so far. */
export class LoadedPacks<Content> {
  readonly #options: LoadedPacksOptions<Content>;
  readonly #map: PackMap;
  readonly #loaded = new Map<number, Content>();
  readonly #wanted = new Set<number>();

  constructor(options: LoadedPacksOptions<Content>) {
    this.#options = options;
    this.#map = new PackMap(options.counts);
  }

  /** Requires the packs of items. @throws {NotLoaded} if some have yet to be loaded */
  need(items: Iterable<number>): void {
    for (const item of items) {
      const pack = this.#map.packOf(item);
      if (!this.#loaded.has(pack)) this.#wanted.add(pack);
    }
    if (this.#wanted.size > 0) throw new NotLoaded("Some packs have yet to be loaded.");
  }

  /** Loads the packs that are required; if one of them fails, they can be required again. */
  async load(): Promise<void> {
    const { fetch, parse } = this.#options;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    const loading = wanted.map(async (pack) => {
      const text = await fetch(pack);
      const { from, to } = this.#map.itemsOf(pack);
      this.#loaded.set(pack, parse(text, to - from));
    });
    await Promise.all(loading);
  }

  /** Returns the pack of an item, which is loaded, and the position of the item in it. */
  find(item: number): { readonly content: Content; readonly at: number } {
    const pack = this.#map.packOf(item);
    return { content: this.#loaded.get(pack)!, at: item - this.#map.itemsOf(pack).from };
  }
}

/** Thrown when a query needs packs that are not loaded yet. */
export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
}
