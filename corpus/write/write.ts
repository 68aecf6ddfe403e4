import { createHash } from "node:crypto";
import {
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_HASH,
  BEFORE_META,
  BEFORE_REDIRECTS,
  BEFORE_SEARCH,
  BEFORE_WORDS,
  END,
  NO_HASH,
} from "../layout.ts";
import type { CorpusContent, Doc } from "../schema.ts";
import { makeFolderOf, replaceBy } from "./replace-file.ts";

/** Number of bytes that are hashed and written at a time, the same as Node.js writes. */
const CHUNK_BYTES = 1 << 19;

/**
 * The bytes of a corpus, part by part, each needed once. Parts may be slices of the same memory.
 */
export interface CorpusParts {
  readonly meta: CorpusContent["meta"];
  readonly redirects: CorpusContent["redirects"];
  /** The line of each doc: its JSON, a comma if there is a next one, and a line feed. */
  readonly docs: Iterable<Buffer>;
  readonly words: Buffer;
  readonly graph: Buffer;
  /** Pieces of the index of MiniSearch, in order; none to leave it out. */
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
export function partContent(content: CorpusContent): CorpusParts {
  const { meta, redirects, docs, words, graph, search } = content;
  return {
    meta,
    redirects,
    docs: linesOf(docs),
    words: bufferOf(words),
    graph: Buffer.from(JSON.stringify(graph)),
    search: search === null ? [] : [bufferOf(search)],
  };
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
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
function* joinParts(parts: CorpusParts): Generator<Buffer> {
  const { meta, redirects, docs, words, graph, search } = parts;
  yield Buffer.from(
    `${BEFORE_HASH}${NO_HASH}${BEFORE_META}${JSON.stringify(meta)}` +
      `${BEFORE_REDIRECTS}${JSON.stringify(redirects)}${BEFORE_DOCS}\n`,
  );
  yield* docs;
  yield Buffer.from(BEFORE_WORDS);
  yield words;
  yield Buffer.from(BEFORE_GRAPH);
  yield graph;
  if (search.length > 0) yield Buffer.from(BEFORE_SEARCH);
  yield* search;
  yield Buffer.from(END);
}

/** The hash and the size of a corpus file. */
export interface FileDigest {
  /** The hash in the file. */
  readonly sha256: string;
  /** The file's size in bytes. */
  readonly length: number;
}

/**
 * Replaces a file with a corpus, as {@link replaceBy} does, with the bytes of {@link
 * serializeCorpus}; they are hashed while they are written. Missing folders are created.
 *
 * @throws {DocgateError} `file` if it cannot be written; the old file is then unchanged
 */
export async function replaceCorpus(file: string, parts: CorpusParts): Promise<FileDigest> {
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
