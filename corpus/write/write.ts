import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { explainFileError } from "../file-error.ts";
import {
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_HASH,
  BEFORE_META,
  BEFORE_SEARCH,
  END,
  NO_HASH,
} from "../layout.ts";
import type { CorpusContent, Doc } from "../schema.ts";
import { removeAbandoned, temporaryFor } from "./temporary.ts";

/** Number of bytes that are hashed and written at a time, the same as Node.js writes. */
const CHUNK_BYTES = 1 << 19;

/**
 * The bytes of a corpus, part by part, each needed once. Parts may be slices of the same memory.
 */
export interface CorpusParts {
  readonly meta: CorpusContent["meta"];
  /** The line of each doc: its JSON, a comma if there is a next one, and a line feed. */
  readonly docs: Iterable<Buffer>;
  readonly graph: Buffer;
  /** Pieces, in order. */
  readonly search: readonly Buffer[];
}

/**
 * Returns the canonical bytes of a corpus: JSON with one doc per line, ending in a line feed, with
 * its own SHA-256 in it (DOC-A12).
 *
 * The hash covers these bytes with its own 64 hexadecimal digits replaced by zeros, so any tool can
 * verify a file without knowing how it was serialised.
 *
 * @example
 * import { generate, parseConfig, serializeCorpus } from "docgate/generator";
 *
 * const { content } = await generate({ root: "docs", config: parseConfig({}) });
 * console.log(serializeCorpus(content).length);
 */
export function serializeCorpus(content: CorpusContent): Buffer {
  const bytes = Buffer.concat([...joinParts(partContent(content))]);
  bytes.write(createHash("sha256").update(bytes).digest("hex"), BEFORE_HASH.length, "latin1");
  return bytes;
}

/** Splits a corpus into the parts of its file. */
export function partContent({ meta, docs, graph, search }: CorpusContent): CorpusParts {
  const { buffer, byteOffset, length } = search;
  return {
    meta,
    docs: linesOf(docs),
    graph: Buffer.from(JSON.stringify(graph)),
    search: [Buffer.from(buffer, byteOffset, length)],
  };
}

function* linesOf(docs: CorpusContent["docs"]): Generator<Buffer> {
  for (const [place, doc] of docs.entries()) {
    yield lineOf(doc, { isLast: place === docs.length - 1 });
  }
}

/** Returns the line of a doc in a corpus. */
export function lineOf(doc: Doc, { isLast }: { isLast: boolean }): Buffer {
  return Buffer.from(`${JSON.stringify(doc)}${isLast ? "" : ","}\n`);
}

/** Returns the bytes of a corpus in order, with zeros for its SHA-256. */
function* joinParts({ meta, docs, graph, search }: CorpusParts): Generator<Buffer> {
  yield Buffer.from(
    `${BEFORE_HASH}${NO_HASH}${BEFORE_META}${JSON.stringify(meta)}${BEFORE_DOCS}\n`,
  );
  yield* docs;
  yield Buffer.from(BEFORE_GRAPH);
  yield graph;
  yield Buffer.from(BEFORE_SEARCH);
  yield* search;
  yield Buffer.from(END);
}

export interface Replaced {
  /** The hash in the file. */
  readonly sha256: string;
  /** The file's size in bytes. */
  readonly length: number;
}

/**
 * Replaces a file with a corpus, as {@link replaceFile} does, with the bytes of {@link
 * serializeCorpus}; they are hashed while they are written.
 *
 * @throws {DocgateError} `file` if it cannot be written; the old file is then unchanged
 */
export async function replaceCorpus(file: string, parts: CorpusParts): Promise<Replaced> {
  const hash = createHash("sha256");
  let sha256 = "";
  let length = 0;
  await makeFolderOf(file);
  await replaceBy(file, async (handle) => {
    for (const chunk of toChunks(joinParts(parts))) {
      const writing = handle.writeFile(chunk);
      hash.update(chunk);
      length += chunk.length;
      await writing;
    }
    sha256 = hash.digest("hex");
    await handle.write(sha256, BEFORE_HASH.length, "latin1");
  });
  return { sha256, length };
}

/** Copies small pieces into chunks and splits large ones. Each chunk is overwritten by the next. */
function* toChunks(pieces: Iterable<Buffer>): Generator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let length = 0;
  for (const piece of joinAdjacent(pieces)) {
    if (length + piece.length > CHUNK_BYTES) {
      yield chunk.subarray(0, length);
      length = 0;
    }
    if (piece.length > CHUNK_BYTES) yield* cut(piece);
    else length += piece.copy(chunk, length);
  }
  yield chunk.subarray(0, length);
}

/** Joins pieces that are adjacent in memory. */
function* joinAdjacent(pieces: Iterable<Buffer>): Generator<Buffer> {
  let joined: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const { buffer, byteOffset, length } = joined;
    if (piece.buffer === buffer && piece.byteOffset === byteOffset + length) {
      joined = Buffer.from(buffer, byteOffset, length + piece.length);
    } else {
      yield joined;
      joined = piece;
    }
  }
  yield joined;
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
  }
}

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, never a part.
 *
 * The bytes go to a temporary file next to it, are flushed to disk and renamed over it. Missing
 * folders are created. A temporary file that another writer left an hour ago is removed.
 *
 * @throws {DocgateError} `file` if it cannot be written; the old file is then unchanged
 *
 * @example
 * import { replaceFile } from "docgate/generator";
 *
 * await replaceFile("dist/pages.txt", Buffer.from("guide/first\n"));
 */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await makeFolderOf(file);
  await replaceBy(file, (handle) => handle.writeFile(bytes));
}

async function makeFolderOf(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw explainFileError(error, { use: "write", file });
  }
}

/**
 * Replaces a file in the same way with what a function writes to the temporary one, through its
 * handle or its path. The folder must exist.
 *
 * @param mode Mode of the new file. Default: 0666 without the process's mask.
 * @returns the result of `write`
 * @throws {DocgateError} `file` if it cannot be written, or the error of `write`; the old file is
 *   then unchanged
 */
export async function replaceBy<Result>(
  file: string,
  write: WriteTemporary<Result>,
  { mode }: { readonly mode?: number } = {},
): Promise<Result> {
  const hidden = `.${basename(file)}`;
  try {
    const result = await replaceThrough(temporaryFor(join(dirname(file), hidden)), {
      file,
      write,
      mode,
    });
    removeAbandoned(file, (name) => name === hidden);
    return result;
  } catch (error) {
    throw explainFileError(error, { use: "write", file });
  }
}

type WriteTemporary<Result> = (handle: FileHandle, temporary: string) => Promise<Result>;

interface ReplaceOptions<Result> {
  readonly file: string;
  readonly write: WriteTemporary<Result>;
  readonly mode: number | undefined;
}

async function replaceThrough<Result>(
  temporary: string,
  { file, write, mode }: ReplaceOptions<Result>,
): Promise<Result> {
  const handle = await open(temporary, "wx", mode);
  try {
    const result = await writeAndSync(handle, () => write(handle, temporary));
    await rename(temporary, file);
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAndSync<Result>(
  handle: FileHandle,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write();
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}
