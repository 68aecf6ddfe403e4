import { readFileSync } from "node:fs";
import type { CorpusParts } from "../../corpus/write/write.ts";
import { createVocabulary, type Vocabulary } from "../index/vocabulary.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { FoundFile } from "../read/collect.ts";
import { contentKey } from "../read/content-key.ts";
import { type FileLook, lookAt } from "../read/file-look.ts";
import type { KnownFiles } from "../read/pool.ts";
import type { ReadTreeOptions } from "../read/read-tree.ts";
import { type Cache, openCache, type Parsed, type Stamped } from "./cache.ts";
import { isLasting, toLasting } from "./corpus-parts.ts";
import type { Built, Written } from "./written.ts";

/**
 * What was read before under the same configuration, by this process or by another that left it in
 * the cache, so that only what changed is read again.
 */
export interface Memory {
  /** Begins a run, which knows what the one before it has kept. */
  begin(options: RunOptions): Run;
}

/** One run over a tree. */
export interface Run extends KnownFiles {
  /** @returns the corpus that was written last, if it is known what it was built of */
  previous(out: string): Built | null;
  /** @returns the parts as the next run of this process can take them over, if there may be one */
  toKeep(parts: CorpusParts): CorpusParts;
  /** Keeps what a corpus that was written was built of. */
  written(corpus: Omit<Built, "parts"> & { readonly parts: CorpusParts }): void;
  /** Leaves in the cache what is kept. To be called when nobody waits any more. */
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

/** What a run leaves to the next. */
interface Known {
  readonly vocabulary: Vocabulary;
  readonly cache: Cache | null;
  parsed: Parsed;
  built: Built | null;
  written: Written | null;
}

/** @param isForOneRun whether no other run of this process needs what is kept */
export function createMemory({ isForOneRun = false } = {}): Memory {
  let known: Known | undefined;
  return {
    begin(options) {
      // What the cache holds is known from the first run on.
      known ??= open(options);
      return beginRun(known, { startedAtMs: options.startedAtMs ?? 0, isForOneRun });
    },
  };
}

function open(options: RunOptions): Known {
  const vocabulary = createVocabulary();
  const cache = cacheOf(options);
  const parsed = cache?.load(vocabulary) ?? { files: new Map(), stamps: new Map() };
  return { vocabulary, cache, parsed, built: null, written: null };
}

function beginRun(
  known: Known,
  { startedAtMs, isForOneRun }: { startedAtMs: number; isForOneRun: boolean },
): Run {
  const { vocabulary, cache } = known;
  /** How each path looked before it was read: a change since then makes another look. */
  const seen = new Map<string, FileLook>();

  return {
    vocabulary,
    recall(file) {
      const look = lookAt(file.location);
      if (look === null) return null;
      seen.set(file.path, look);
      const { files, stamps } = known.parsed;
      if (files.size === 0) return null;
      const stamped = stamps.get(file.path);
      const key = stamped?.stamp === look.stamp ? stamped.key : keyOf(file);
      const read = key === null ? undefined : files.get(key);
      return read ? { result: read(), key, fromCache: true } : null;
    },
    keep(found, results) {
      const files = new Map<string, () => ParsedFile>();
      const stamps = new Map<string, Stamped>();
      for (const [place, { path }] of found.entries()) {
        const { result, key } = results[place]!;
        if (key === null || "rule" in result) continue;
        files.set(key, () => result);
        const look = seen.get(path);
        if (look && look.changedMs < startedAtMs - MOMENT_MS) {
          stamps.set(path, { stamp: look.stamp, key });
        }
      }
      known.parsed = { files, stamps };
    },
    previous(out) {
      known.built ??= cache?.loadBuilt(out) ?? null;
      return known.built;
    },
    toKeep: (parts) => (isForOneRun ? parts : toLasting(parts)),
    written({ parts, ...corpus }) {
      known.written = corpus;
      if (isLasting(parts)) known.built = { ...corpus, parts };
    },
    save() {
      cache?.save({ ...known.parsed, written: known.written }, vocabulary);
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
