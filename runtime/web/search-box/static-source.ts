import type { HitSource } from "./hit-source.ts";

/** The module that an exported folder contains. */
interface StaticClient {
  createStaticSearch(base: URL): HitSource;
}

/**
 * Searches in the files of an exported folder, by the module `search.js` in it.
 *
 * @param base Address of the folder, with a final slash.
 */
export function createStaticSource(base: URL): HitSource {
  let search: Promise<HitSource> | undefined;

  async function load(): Promise<HitSource> {
    const address = new URL("search.js", base).href;
    const client: StaticClient = await import(/* @vite-ignore */ /* webpackIgnore: true */ address);
    return client.createStaticSearch(base);
  }

  return {
    async hits(query, options) {
      // A failure is not kept: the next query tries again.
      search ??= load().catch((error) => {
        search = undefined;
        throw error;
      });
      return (await search).hits(query, options);
    },
  };
}
