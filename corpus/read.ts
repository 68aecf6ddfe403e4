import { readFile } from "node:fs/promises";
import type { AsPlainObject } from "minisearch";
import * as z from "zod";
import { readCanonical } from "./canonical.ts";
import { digest } from "./digest.ts";
import {
  type CorpusFile,
  corpusSchema,
  type Doc,
  type DocGraph,
  FORMAT_VERSION,
} from "./schema.ts";
import { partIndex } from "./search/term-index.ts";
import { createSearch, type Search } from "./search.ts";

/** A verified, frozen corpus, ready to answer. */
export interface Corpus {
  /** SHA-256 of the file, as it tells itself: two corpora with the same one are the same. */
  readonly sha256: string;
  readonly meta: { readonly name: string; readonly description: string };
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: Search;
}

/** Why a file was refused. */
export type CorpusErrorCode = "unreadable" | "not-json" | "foreign" | "version" | "hash" | "shape";

/** A file that is no intact corpus of this format version. The message is one line. */
export class CorpusError extends Error {
  override readonly name = "CorpusError";
  readonly code: CorpusErrorCode;

  constructor(code: CorpusErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Loads and verifies a corpus file, opens its index and freezes it.
 *
 * @throws {CorpusError} if the file cannot be read or is not an intact corpus
 *
 * @example
 * const corpus = await loadCorpus("dist/corpus.json");
 * const pages = corpus.search.ranked("quick start");
 */
export async function loadCorpus(file: string): Promise<Corpus> {
  const bytes = await readBytes(file);
  return openCanonical(bytes) ?? openCorpus(verifyCorpus(bytes, file), file);
}

/**
 * Loads a corpus file as the plain data that it holds, verified but without opening the index.
 *
 * @throws {CorpusError} if the file cannot be read or is not an intact corpus
 */
export async function loadCorpusFile(file: string): Promise<CorpusFile> {
  return verifyCorpus(await readBytes(file), file);
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "is a folder" : message;
    throw new CorpusError("unreadable", `Cannot read corpus "${file}": ${reason}.`);
  }
}

/**
 * Checks that bytes are an intact corpus of this format version: JSON, version, hash, shape.
 *
 * @param file names the bytes in messages
 * @throws {CorpusError}
 */
export function verifyCorpus(bytes: Buffer, file: string): CorpusFile {
  const value = parseJson(bytes, file);
  const { formatVersion, sha256 } = value;
  if (typeof formatVersion !== "number" || typeof sha256 !== "string") {
    throw new CorpusError(
      "foreign",
      `"${file}" is not a docgate corpus: it has no "formatVersion" and "sha256".`,
    );
  }
  if (formatVersion !== FORMAT_VERSION) {
    throw new CorpusError(
      "version",
      `Corpus "${file}" has format version ${formatVersion}, expected ${FORMAT_VERSION}: ` +
        "generate it anew with this version of docgate.",
    );
  }
  if (digest(bytes, sha256) !== sha256) {
    throw new CorpusError(
      "hash",
      `Corpus "${file}" was changed after it was generated: its content does not match its SHA-256.`,
    );
  }
  const result = corpusSchema.safeParse(value);
  if (!result.success) {
    const [first] = result.error.issues;
    throw new CorpusError(
      "shape",
      `Corpus "${file}" has an unexpected shape at ${z.core.toDotPath(first?.path ?? [])}: ${first?.message}.`,
    );
  }
  return value as CorpusFile;
}

function parseJson(bytes: Buffer, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new CorpusError("not-json", `"${file}" is not a corpus: it is truncated or not JSON.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CorpusError("foreign", `"${file}" is not a docgate corpus: expected a JSON object.`);
  }
  return value as Record<string, unknown>;
}

/**
 * Opens the index of a verified file and freezes the rest.
 *
 * @param file names the content in messages
 * @throws {CorpusError} if the index cannot be opened
 */
export function openCorpus(content: CorpusFile, file: string): Corpus {
  return freezeCorpus(content, openSearch(content, file));
}

function openSearch({ docs, search }: CorpusFile, file: string): Search {
  try {
    return createSearch({ docs, index: partIndex(search as unknown as AsPlainObject) });
  } catch (cause) {
    const { message } = cause as Error;
    throw new CorpusError("shape", `Corpus "${file}" has no usable search index: ${message}.`);
  }
}

/**
 * Opens a file in the layout in which it was written, in less time than it takes to parse it as one.
 *
 * @returns Null if anything about it is unexpected: {@link verifyCorpus} tells what it is.
 */
function openCanonical(bytes: Buffer): Corpus | null {
  try {
    const { file, index } = readCanonical(bytes);
    return freezeCorpus(file, createSearch({ docs: file.docs, index }));
  } catch {
    return null;
  }
}

function freezeCorpus({ sha256, meta, docs, graph }: CorpusFile, search: Search): Corpus {
  for (const part of [meta, docs, graph]) deepFreeze(part);
  return Object.freeze({ sha256, meta, docs, graph, search });
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const item of Object.values(value)) deepFreeze(item);
  Object.freeze(value);
}
