import { readFileSync } from "node:fs";
import { createVocabulary } from "../index/vocabulary.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { FoundFile } from "../read/collect.ts";
import { contentKey } from "../read/content-key.ts";
import { type FileLook, lookAt } from "../read/file-look.ts";
import type { KnownFiles } from "../read/pool.ts";
import type { ReadTreeOptions } from "../read/read-tree.ts";
import { type Cache, openCache, type Parsed, type Stamped } from "./cache.ts";
import type { Built, Written } from "./written.ts";

/**
 * What was read before under the same configuration, by this process or by another that left it in
 * the cache, so that only what changed is read again.
 */
export interface Memory extends KnownFiles {
  /** Whether no other run of this process needs what is kept. */
  readonly isForOneRun: boolean;
  /** Begins a run. Until then nothing is known. */
  begin(options: RunOptions): void;
  /** @returns the corpus that was written last, if it is known what it was built of */
  previous(out: string): Built | null;
  /** Keeps what a corpus that was written was built of. */
  written(corpus: Written | Built): void;
  /** Leaves in the cache what is kept. To be called after each run, when nobody waits any more. */
  save(): void;
}

/** How what is known can be used. The result does not depend on it. */
export interface MemoryOptions {
  /** The folder of the cache of parsed files. Default: none. */
  readonly cacheDir?: string | null;
  /**
   * Whether the cache is used wherever its folder was made, for example when it was restored from an
   * archive. Whoever can write to the folder decides then what the corpus says. Default: false, it is
   * used only in the place where it was made.
   */
  readonly trustCache?: boolean;
  /**
   * When this run began, in milliseconds since 1970: so files that were not changed for some time
   * need not be read to be known. Default: all are read.
   */
  readonly startedAtMs?: number;
}

type RunOptions = MemoryOptions & ReadTreeOptions;

/** The coarsest time stamps, those of FAT, are so far apart. */
const MOMENT_MS = 2000;

export function createMemory({ isForOneRun = false } = {}): Memory {
  const vocabulary = createVocabulary();
  let cache: Cache | null = null;
  let startedAtMs = 0;
  let parsed: Parsed | null = null;
  let built: Built | null = null;
  let written: Written | null = null;
  /** How each path looked before it was read: a change since then makes another look. */
  let seen = new Map<string, FileLook>();

  return {
    vocabulary,
    isForOneRun,
    begin(options) {
      startedAtMs = options.startedAtMs ?? 0;
      // What it holds is known from the first run on.
      cache ??= cacheOf(options);
      parsed ??= cache?.load(vocabulary) ?? { files: new Map(), stamps: new Map() };
      seen = new Map();
    },
    recall(file) {
      const look = lookAt(file.location);
      if (look === null) return null;
      seen.set(file.path, look);
      const { files, stamps } = parsed!;
      if (files.size === 0) return null;
      const stamped = stamps.get(file.path);
      const key = stamped?.stamp === look.stamp ? stamped.key : keyOf(file);
      const known = key === null ? undefined : files.get(key);
      return known ? { result: known(), key, fromCache: true } : null;
    },
    keep(files, results) {
      const known = new Map<string, () => ParsedFile>();
      const stamps = new Map<string, Stamped>();
      for (const [place, { path }] of files.entries()) {
        const { result, key } = results[place]!;
        if (key === null || "rule" in result) continue;
        known.set(key, () => result);
        const look = seen.get(path);
        if (look && look.changedMs < startedAtMs - MOMENT_MS) {
          stamps.set(path, { stamp: look.stamp, key });
        }
      }
      parsed = { files: known, stamps };
    },
    previous(out) {
      built ??= cache?.loadBuilt(out) ?? null;
      return built;
    },
    written(corpus) {
      written = corpus;
      if ("parts" in corpus) built = corpus;
    },
    save() {
      cache?.save({ ...parsed!, written }, vocabulary);
    },
  };
}

function cacheOf({ cacheDir = null, trustCache = false, ...tree }: RunOptions): Cache | null {
  const { root, config, parser = "auto", verifyParser = false } = tree;
  if (cacheDir === null || verifyParser) return null;
  const { anchors, titles, maxPageBytes } = config;
  return openCache(cacheDir, {
    root,
    anchors,
    titles,
    maxPageBytes,
    parser,
    isTrusted: trustCache,
  });
}

/** Who reads the file tells what is wrong with it. */
function keyOf({ path, location }: FoundFile): string | null {
  try {
    return contentKey({ path, bytes: readFileSync(location) });
  } catch {
    return null;
  }
}
