import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Built, Written } from "./build.ts";
import type { Cache, Parsed, Stamped } from "./cache.ts";
import type { FoundFile } from "./collect.ts";
import { type FileLook, lookAt } from "./file-look.ts";
import type { ParsedFile, SourceFile } from "./parse.ts";
import type { ReadResult } from "./read.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/**
 * What was read before under the same configuration, by this process or by another that left it in
 * the cache, so that only what changed is read again.
 */
export interface Memory {
  /** That of all terms that were read. */
  readonly vocabulary: Vocabulary;
  /** Whether no other run of this process needs what is kept. */
  readonly isForOneRun: boolean;
  /** To be called before each run. */
  begin(run: Run): void;
  /** @returns what was read, if the file's content is what it was then */
  recall(file: FoundFile): ReadResult | null;
  /** Keeps what was read; forgets all other files. */
  keep(files: readonly FoundFile[], results: readonly ReadResult[]): void;
  /** @returns the corpus that was written last, if it is known what it was built of */
  previous(out: string): Built | null;
  /** Keeps what a corpus that was written was built of. */
  written(corpus: Written | Built): void;
  /** Leaves in the cache what is kept. To be called after each run, when nobody waits any more. */
  save(): void;
}

export interface Run {
  readonly cache: Cache | null;
  /**
   * When the run began, in milliseconds since 1970: only a file that was last changed well before
   * is known by its looks, for another change in the same moment would not show.
   */
  readonly startedAtMs: number;
}

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
    begin(run) {
      startedAtMs = run.startedAtMs;
      // What it holds is known from the first run on.
      cache ??= run.cache;
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

/** Names all that a file's parsed form depends on under one configuration: path and content. */
export function contentKey({ path, bytes }: SourceFile): string {
  return createHash("sha256").update(`${path}\n`).update(bytes).digest("base64url");
}

/** Who reads the file tells what is wrong with it. */
function keyOf({ path, location }: FoundFile): string | null {
  try {
    return contentKey({ path, bytes: readFileSync(location) });
  } catch {
    return null;
  }
}
