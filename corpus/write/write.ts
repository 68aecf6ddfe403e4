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

/** What is hashed while it is written: in as many bytes does Node.js write at a time. */
const CHUNK_BYTES = 1 << 19;

/** The bytes of a corpus, part by part, each needed once. Its parts may be pieces of one another's memory. */
export interface CorpusParts {
  readonly meta: CorpusContent["meta"];
  /** The line of each doc: its JSON, a comma if there is a next one, and a line feed. */
  readonly docs: Iterable<Buffer>;
  readonly graph: Buffer;
  /** Pieces, in order. */
  readonly search: readonly Buffer[];
}

/**
 * The canonical bytes of a corpus: JSON with one doc a line, ending in a line feed, with its own
 * SHA-256 in it (DOC-A12).
 *
 * The hash is taken over these very bytes with its 64 hexadecimal digits replaced by zeros, so any
 * tool can verify a file without knowing how it was serialised.
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

/** Lays a corpus out. */
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

/** A doc's line in a corpus. */
export function lineOf(doc: Doc, { isLast }: { isLast: boolean }): Buffer {
  return Buffer.from(`${JSON.stringify(doc)}${isLast ? "" : ","}\n`);
}

/** The bytes of a corpus in order, with zeros for its SHA-256. */
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
  /** The file's, as it is in it. */
  readonly sha256: string;
  /** In bytes. */
  readonly length: number;
}

/**
 * Replaces a file by a corpus, as {@link replaceFile} does, with the bytes of
 * {@link serializeCorpus}; they are hashed while they are written.
 *
 * @throws {DocgateError} `file` if it cannot be written; the old file is then as it was
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

/** Copies what is small into chunks and cuts what is large. The last chunk is overwritten by the next. */
function* toChunks(pieces: Iterable<Buffer>): Generator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let length = 0;
  for (const piece of joinNeighbours(pieces)) {
    if (length + piece.length > CHUNK_BYTES) {
      yield chunk.subarray(0, length);
      length = 0;
    }
    if (piece.length > CHUNK_BYTES) yield* cut(piece);
    else length += piece.copy(chunk, length);
  }
  yield chunk.subarray(0, length);
}

/** What is side by side in memory becomes one. */
function* joinNeighbours(pieces: Iterable<Buffer>): Generator<Buffer> {
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
 * The bytes go to a temporary file beside it, are flushed to disk and renamed over it. Missing
 * folders are made. A temporary file that another writer left an hour ago is removed.
 *
 * @throws {DocgateError} `file` if it cannot be written; the old file is then as it was
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
 * Replaces a file in the same way by what is written into the temporary one, over its handle or its
 * path. The folder must be there.
 *
 * @param mode of the new file; 0666 without the process's mask unless told
 * @returns what writing gave
 * @throws {DocgateError} `file` if it cannot be written, or the error of `write`; the old file is then as it
 *   was
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
