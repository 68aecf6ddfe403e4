import { rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { removeAbandoned } from "../../corpus/write/temporary.ts";
import type { HtmlPage } from "../built/html/html-page.ts";
import { attempt, CacheFolder, readJson, writeJson } from "./cache-folder.ts";

/** Keeps the pages of a built site on disk, so that a file of HTML is read only once. */
export interface HtmlCache {
  /** Returns the pages that are intact, by the hash of their bytes. */
  load(): ReadonlyMap<string, HtmlPage>;
  /** Saves pages, and forgets all others. A failure to save is ignored: the next run reads again. */
  save(pages: ReadonlyMap<string, HtmlPage>): void;
}

export interface HtmlCacheOptions {
  /** The folder of the built site. */
  readonly built: string;
  /** True to trust the folder's content wherever it was made. */
  readonly isTrusted: boolean;
}

/** The files that pages are in, by their hash: only those with other pages are written again. */
const FILES = 64;
const MARKER = "used.json";
const OWN_NAME = /^(?:used|\d+)\.json$/;

type Entries = readonly (readonly [hash: string, page: HtmlPage])[];

/** Opens the cache of a built site in the folder of the cache of pages. */
export function openHtmlCache(shared: string, { built, isTrusted }: HtmlCacheOptions): HtmlCache {
  const own = new CacheFolder({
    shared,
    kind: "html-",
    marker: MARKER,
    isTrusted,
    facts: [process.versions.v8, relative(shared, resolve(built))],
  });
  /** The hashes in each file, joined. */
  let stored: string[] = [];

  function save(pages: ReadonlyMap<string, HtmlPage>): void {
    const folder = own.make();
    const lists = Map.groupBy(pages, ([hash]) => fileOf(hash));
    for (let file = 0; file < FILES; file++) {
      const entries = lists.get(file) ?? [];
      const hashes = hashesOf(entries);
      if (hashes === (stored[file] ?? "")) continue;
      const path = join(folder, nameOf(file));
      if (entries.length === 0) rmSync(path, { force: true });
      else writeJson(path, entries);
      stored[file] = hashes;
    }
    writeJson(join(folder, MARKER), pages.size);
    removeAbandoned(join(folder, MARKER), (name) => OWN_NAME.test(name));
    own.removeUnused();
  }

  return {
    load() {
      const folder = own.find();
      stored = [];
      if (folder === null) return new Map();
      const pages: [string, HtmlPage][] = [];
      for (let file = 0; file < FILES; file++) {
        const entries = attempt((): Entries => readJson(join(folder, nameOf(file))), []);
        stored.push(hashesOf(entries));
        for (const [hash, page] of entries) pages.push([hash, page]);
      }
      return new Map(pages);
    },
    save(pages) {
      attempt(() => save(pages), undefined);
    },
  };
}

function fileOf(hash: string): number {
  return (hash.charCodeAt(0) * 31 + hash.charCodeAt(1)) % FILES;
}

function nameOf(file: number): string {
  return `${file}.json`;
}

function hashesOf(entries: Entries): string {
  return entries
    .map(([hash]) => hash)
    .sort()
    .join();
}
