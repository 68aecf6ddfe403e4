import { readFileSync } from "node:fs";
import { isSystemError } from "../../corpus/system-error.ts";
import type { CorpusParts } from "../../corpus/write/write.ts";
import type { GenerateOptions } from "../config/generation.ts";
import type { LinkProblem } from "../config/problem.ts";
import { createVocabulary, type Vocabulary } from "../index/vocabulary.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { FoundFile } from "../read/collect.ts";
import { contentKey, editedKey } from "../read/content-key.ts";
import { type FileStamp, stampOf } from "../read/file-stamp.ts";
import { createIncludeReader } from "../read/include-reader.ts";
import { pageSettingsOf } from "../read/page-settings.ts";
import type { EarlierReads } from "../read/pool.ts";
import type { OnSite } from "../sites/site-config.ts";
import type { IncludeReader } from "../sites/syntax/page-text.ts";
import { type Cache, type CachedFiles, type ContentStamp, openCache } from "./cache.ts";
import { cutParts } from "./corpus-parts.ts";
import type { Basis, ReusableCorpus, WrittenCorpus } from "./written.ts";

/**
 * The files read before under the same configuration, by this process or by another that left them
 * in the cache, so that only changed files are read again.
 */
export interface KnownFiles {
  /** Begins a run, which knows the files that the run before it kept. */
  begin(options: RunOptions): Run;
  /** Forgets everything. */
  forget(): void;
}

/** One run over a tree. */
export interface Run extends EarlierReads {
  /** @returns the problems of the links of a tree, if it is the one that was written last */
  linkProblemsOf(tree: Pick<Basis, "frame" | "keys">): readonly LinkProblem[] | null;
  /** @returns the last corpus written, if it is known what it was built from */
  previous(out: string): Promise<ReusableCorpus | null>;
  /** @returns the last corpus if these are its parts and the file still holds it */
  current(out: string, parts: CorpusParts): ReusableCorpus | null;
  /** @returns a page as the last corpus written has it, by its content key, if it is known */
  before(key: string): ParsedFile | null;
  /** @returns the parts of a new corpus in a form that the next run of this process can use */
  toKeep(parts: CorpusParts): CorpusParts;
  /** Keeps what a written corpus was built from. */
  written(corpus: ReusableCorpus): void;
  /** Saves everything kept to the cache. Called when nothing else is waiting. */
  save(): void;
}

/** Options for using known files. The result does not depend on them. */
export interface KnownFilesOptions {
  /**
   * When this run began, in milliseconds since 1970. Files that were not changed for some time then
   * need not be read. Default: all files are read.
   */
  readonly startedAtMs?: number;
}

type RunOptions = KnownFilesOptions & OnSite<GenerateOptions>;

/** The resolution of the coarsest time stamps, those of FAT. */
const STAMP_RESOLUTION_MS = 2000;

/** The state that a run leaves for the next. */
interface RunState {
  readonly isForOneRun: boolean;
  readonly vocabulary: Vocabulary;
  readonly cache: Cache | null;
  readonly includeReader: IncludeReader;
  parsed: CachedFiles;
  /** The pages of the last corpus written, and perhaps others. */
  before: CachedFiles["files"];
  built: ReusableCorpus | null;
  written: WrittenCorpus | null;
}

/** @param isForOneRun true if no other run of this process follows */
export function createKnownFiles({ isForOneRun = false } = {}): KnownFiles {
  let known: RunState | undefined;
  return {
    begin(options) {
      // The content of the cache is known from the first run on.
      known ??= openKnown(options, isForOneRun);
      return beginRun(known, options.startedAtMs);
    },
    forget() {
      known = undefined;
    },
  };
}

function openKnown(options: RunOptions, isForOneRun: boolean): RunState {
  const vocabulary = createVocabulary();
  const cache = cacheOf(options);
  const parsed = cache?.load(vocabulary) ?? { files: new Map(), stamps: new Map() };
  const before = parsed.files;
  const includeReader = createIncludeReader(options.config.site.root);
  const state = { isForOneRun, vocabulary, cache, includeReader, parsed, before };
  return { ...state, built: null, written: null };
}

function beginRun(known: RunState, startedAtMs = 0): Run {
  const { vocabulary, cache } = known;
  /** The stamp of each path before it was read: a later change gives another one. */
  const seen = new Map<string, FileStamp>();
  const earlier = known.parsed;
  const files = new Map<string, () => ParsedFile>();
  const stamps = new Map<string, ContentStamp>();
  /** The corpus whose file this run has read. */
  let loaded: ReusableCorpus | null = null;

  return {
    vocabulary,
    recall(file) {
      const stamp = stampOf(file.location);
      if (stamp === null) return null;
      seen.set(file.path, stamp);
      if (earlier.files.size === 0) return null;
      const stamped = earlier.stamps.get(file.path);
      const isSame = stamped?.stamp === stamp.stamp;
      const key = isSame ? editedKey(stamped.key, file.siteEdits) : keyOf(file);
      const result = key === null ? undefined : earlier.files.get(key)?.();
      if (result === undefined || !hasSameIncludes(result, known.includeReader)) return null;
      return { result, key, fromCache: true };
    },
    keep(found, results) {
      for (const [place, { path, siteEdits = [] }] of found.entries()) {
        const { result, key } = results[place]!;
        if (key === null || "rule" in result) continue;
        files.set(key, () => result);
        const stamp = siteEdits.length > 0 ? undefined : seen.get(path);
        if (stamp && stamp.changedMs < startedAtMs - STAMP_RESOLUTION_MS) {
          stamps.set(path, { stamp: stamp.stamp, key });
        }
      }
      known.parsed = { files, stamps };
    },
    linkProblemsOf({ frame, keys }) {
      const basis = cache?.loadBasis() ?? null;
      const isSame =
        basis?.frame === frame && keys.every((key, place) => key === basis.keys[place]);
      return isSame ? basis.linkProblems : null;
    },
    async previous(out) {
      if (known.built === null && cache !== null) {
        known.built = loaded = await cache.loadBuilt(out);
      }
      return known.built;
    },
    current(out, parts) {
      // Since it was read, another process may have replaced or removed it.
      const isCurrent = loaded?.parts === parts && stampOf(out)?.stamp === loaded.stamp?.stamp;
      return isCurrent ? loaded : null;
    },
    before: (key) => known.before.get(key)?.() ?? null,
    toKeep: (parts) => (known.isForOneRun ? parts : cutParts(parts)),
    written(corpus) {
      const { sha256, stamp, basis } = corpus;
      known.written = { sha256, stamp, basis };
      known.before = known.parsed.files;
      if (!known.isForOneRun) known.built = corpus;
    },
    save() {
      cache?.save({ ...known.parsed, written: known.written }, vocabulary);
    },
  };
}

function cacheOf(options: RunOptions): Cache | null {
  const { cacheDir = null, acceptAnyCache: isTrusted = false, verifyParser = false } = options;
  if (cacheDir === null || verifyParser) return null;
  const { root, config, parser = "auto" } = options;
  const page = pageSettingsOf(config);
  return openCache(cacheDir, { root, page, parser, isTrusted });
}

/** Tells whether what a page includes is as it was when the page was read. */
function hasSameIncludes({ includes }: ParsedFile, reader: IncludeReader): boolean {
  return includes.every(({ path, hash }) => {
    const found = reader.read(path);
    return ("reason" in found ? null : found.hash) === hash;
  });
}

/** Leaves it to the reader to report what is wrong with the file. */
function keyOf({ path, location, siteEdits }: FoundFile): string | null {
  try {
    return contentKey({ path, bytes: readFileSync(location), siteEdits });
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}
