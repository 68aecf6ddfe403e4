import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { FoundFile } from "./collect.ts";
import type { ReadResult } from "./read.ts";
import { createSearchIndexer, type SearchIndexer } from "./search-index.ts";

/**
 * What one process keeps from run to run, all under the same configuration, so that only what
 * changed is read again.
 */
export interface Memory {
  /** @returns what was read, if the file is still as it was then */
  recall(file: FoundFile): ReadResult | null;
  /** Forgets all other files. */
  keep(files: readonly FoundFile[], results: readonly ReadResult[]): void;
  /** Lets files be read again though they may look as before; by their absolute paths. */
  forget(locations: readonly string[]): void;
  readonly buildIndex: SearchIndexer;
}

interface Kept {
  readonly stamp: string;
  readonly result: ReadResult;
}

export function createMemory(): Memory {
  /** By absolute path. */
  let kept = new Map<string, Kept>();
  /** What was seen before the file was read: a change since then makes another. */
  const stamps = new Map<string, string | null>();

  return {
    recall({ location }) {
      const stamp = stampOf(location);
      stamps.set(location, stamp);
      const known = kept.get(resolve(location));
      return known?.stamp === stamp ? { ...known.result, fromCache: true } : null;
    },
    keep(files, results) {
      kept = new Map();
      for (const [place, { location }] of files.entries()) {
        const stamp = stamps.get(location) ?? null;
        if (stamp !== null) kept.set(resolve(location), { stamp, result: results[place]! });
      }
      stamps.clear();
    },
    forget(locations) {
      for (const location of locations) kept.delete(location);
    },
    buildIndex: createSearchIndexer(),
  };
}

/** Changes whenever the file is replaced or written to: the time of its change cannot be set. */
function stampOf(location: string): string | null {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(location, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return null;
  }
}
