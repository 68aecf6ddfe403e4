import type { HitSource } from "./hit-source.ts";

/** The module that an exported folder contains. */
interface StaticClient {
  createStaticSearch(base: string): HitSource;
}

/**
 * Searches in the files of an exported folder, by the module `search.js` in it.
 *
 * @param base Address of the folder, with a final slash.
 */
export function createStaticSource(base: URL): HitSource {
  let search: Promise<HitSource> | undefined;
  let failures = 0;

  async function load(): Promise<HitSource> {
    // A browser that failed to load a module does not try again at the same address.
    const { href } = new URL(failures === 0 ? "search.js" : `search.js?${failures}`, base);
    const client: StaticClient = await import(/* @vite-ignore */ /* webpackIgnore: true */ href);
    return client.createStaticSearch(base.href);
  }

  return {
    async hits(query, options) {
      search ??= load().catch((error) => {
        search = undefined;
        failures += 1;
        throw error;
      });
      return (await search).hits(query, options);
    },
  };
}
