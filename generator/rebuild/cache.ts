import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { endianness } from "node:os";
import { join, relative } from "node:path";
import { createFileHash } from "../../corpus/digest.ts";
import { BEFORE_HASH } from "../../corpus/layout.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { removeAbandoned } from "../../corpus/write/temporary.ts";
import type { ParserName } from "../config/generation.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import type { PageSettings, ParsedFile } from "../markdown/parse.ts";
import { stampOf } from "../read/file-stamp.ts";
import { attempt, CacheFolder, readJson, replace, writeJson } from "./cache-folder.ts";
import { readPack, writePack } from "./cache-pack.ts";
import { partCorpus } from "./corpus-parts.ts";
import type { Basis, ReusableCorpus, WrittenCorpus } from "./written.ts";

/** Parsed files, and which of them each path had. */
export interface CachedFiles {
  /** Keyed by content: see `contentKey`. */
  readonly files: ReadonlyMap<string, () => ParsedFile>;
  readonly stamps: ReadonlyMap<string, ContentStamp>;
}

/** The stamp of a file when it had some content. */
export interface ContentStamp {
  readonly stamp: string;
  readonly key: string;
}

/** Keeps parsed files on disk, so that a file is parsed only once. */
export interface Cache {
  /** @returns everything that is intact */
  load(vocabulary: Vocabulary): CachedFiles;
  /** Saves files. A failure to save is ignored: the next run parses again. */
  save(kept: CacheContent, vocabulary: Vocabulary): void;
  /** @returns what the corpus that was written last was built from */
  loadBasis(): Basis | null;
  /** Reads a corpus file. @returns null unless it is the one whose basis was saved */
  loadBuilt(out: string): Promise<ReusableCorpus | null>;
}

interface CacheContent extends CachedFiles {
  /** The corpus that was written last, if any. */
  readonly written: WrittenCorpus | null;
}

export interface CacheOptions {
  /** The docs root. */
  readonly root: string;
  readonly page: PageSettings;
  readonly parser: ParserName;
  /** True to trust the folder's content wherever it was made. */
  readonly isTrusted: boolean;
}

/** With more packs than this, they are merged when they are next loaded. */
const MAX_PACKS = 16;

const STAMPS = "stamps.json";
const BASIS = "basis.json";
const PACK = ".pack";
/** The files that the cache writes. */
const OWN_NAME = /^(?:stamps\.json|basis\.json|[0-9a-f-]{36}\.pack)$/;

/**
 * Opens a cache in a folder, which is created when something is first saved. Each docs root has its
 * own folder in it, for each version of what parsing depends on besides a file: the settings of
 * pages, the generator's own code, its libraries and the engine's Unicode tables. The parser
 * changes nothing, but a run that requests the reference never gets another parser's entry.
 *
 * A file that is half written, truncated or altered counts as missing. Any number of processes may
 * share the folder.
 */
export function openCache(shared: string, { root, page, parser, isTrusted }: CacheOptions): Cache {
  /** The keys of the files on disk, and the packs that hold them. */
  const stored = new Set<string>();
  let packs: string[] = [];

  const own = new CacheFolder({
    shared,
    kind: "",
    marker: STAMPS,
    isTrusted,
    facts: [process.versions.v8, endianness(), page, parser, relative(shared, root)],
  });

  /**
   * The packs that were loaded are merged when there are many, or when much of their content is not
   * needed.
   */
  function save({ files, stamps, written }: CacheContent, vocabulary: Vocabulary): void {
    const folder = own.make();
    const isFragmented = packs.length > MAX_PACKS || stored.size > 2 * files.size;
    const missing = [...files.keys()].filter((key) => isFragmented || !stored.has(key));
    if (missing.length > 0) {
      const wanted = missing.map((key) => [key, files.get(key)!] as const);
      replace(join(folder, `${randomUUID()}${PACK}`), (file) =>
        writePack(file, { files: wanted, vocabulary }),
      );
    }
    if (isFragmented) for (const pack of packs) rmSync(join(folder, pack), { force: true });
    packs = [];
    stored.clear();
    for (const key of files.keys()) stored.add(key);
    writeJson(join(folder, STAMPS), [...stamps]);
    if (written !== null) writeJson(join(folder, BASIS), toSaved(written));
    removeAbandoned(join(folder, STAMPS), (name) => OWN_NAME.test(name));
    own.removeUnused();
  }

  return {
    load(vocabulary) {
      const files = new Map<string, () => ParsedFile>();
      const folder = own.find();
      if (folder === null) return { files, stamps: new Map() };
      packs = attempt(() => readdirSync(folder), []).filter((file) => file.endsWith(PACK));
      for (const pack of packs) {
        const read = attempt(() => readPack(join(folder, pack), vocabulary), []);
        for (const [key, file] of read) files.set(key, file);
      }
      for (const key of files.keys()) stored.add(key);
      return { files, stamps: attempt(() => new Map(readJson(join(folder, STAMPS))), new Map()) };
    },
    save(kept, vocabulary) {
      attempt(() => save(kept, vocabulary), undefined);
    },
    loadBasis() {
      const folder = own.find();
      return folder === null ? null : attempt(() => readJson(join(folder, BASIS)), null);
    },
    async loadBuilt(out) {
      const folder = own.find();
      if (folder === null) return null;
      const saved: SavedBasis | null = attempt(() => readJson(join(folder, BASIS)), null);
      const stamp = stampOf(out);
      const bytes = saved && stamp && (await readFile(out));
      // If it was replaced while it was read, the stamp may be that of another file.
      if (!bytes || stampOf(out)?.stamp !== stamp.stamp) return null;
      const { written, ...basis } = saved;
      // Between its writing and its stamp, another process may have replaced it.
      if (!startsWith(bytes, BEFORE_HASH + written.sha256)) return null;
      // A file that was not changed since it was written need not be hashed.
      const isSame = written.stamp === stamp.stamp || hashOf(bytes) === written.sha256;
      if (!isSame) return null;
      const parts = partCorpus(bytes);
      const graph = () => JSON.parse(parts.graph.toString());
      const { sha256 } = written;
      const file = { sha256, length: bytes.length, stamp };
      return { ...file, parts, basis, graph, resolver: null };
    },
  };
}

/** The largest file that is read at once: Node.js ends the process if more is requested. */
const MAX_READ_BYTES = 2 ** 31 - 1;

/** Reads a file while the process does other work. @returns null if that fails */
async function readFile(file: string): Promise<Buffer | null> {
  const handle = await open(file).catch(nullIfSystemError);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    if (size > MAX_READ_BYTES) return null;
    const bytes = Buffer.allocUnsafeSlow(size);
    const { bytesRead } = await handle.read(bytes);
    return bytesRead === bytes.length ? bytes : null;
  } catch (error) {
    return nullIfSystemError(error);
  } finally {
    await handle.close();
  }
}

function nullIfSystemError(error: unknown): null {
  if (isSystemError(error)) return null;
  throw error;
}

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.toString("latin1", 0, text.length) === text;
}

function hashOf(corpus: Buffer): string {
  return createFileHash().update(corpus).digest();
}

interface SavedBasis extends Basis {
  readonly written: {
    /** SHA-256 of the corpus. */
    readonly sha256: string;
    /** The stamp of its file; null if an equal one would not prove that it is the same. */
    readonly stamp: string | null;
  };
}

function toSaved({ sha256, stamp, basis }: WrittenCorpus): SavedBasis {
  return { ...basis, written: { sha256, stamp: stamp?.isPrecise ? stamp.stamp : null } };
}
