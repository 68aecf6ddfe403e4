import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createByteWriter } from "./byte-writer.ts";
import {
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_HASH,
  BEFORE_META,
  BEFORE_SEARCH,
  END,
} from "./layout.ts";
import type { CorpusContent } from "./schema.ts";

/** What a doc takes besides its body's characters, generously. */
const BYTES_BESIDE_BODY = 4096;
const ZEROS = "0".repeat(64);
/** What is hashed while it is written: in as many bytes does Node.js write at a time. */
const CHUNK_BYTES = 1 << 19;

/** The bytes of a corpus, part by part. Its parts may be pieces of one another's memory. */
export interface CorpusParts {
  readonly meta: CorpusContent["meta"];
  /** The line of each doc: its JSON, a comma if there is a next one, and a line feed. */
  readonly docs: readonly Buffer[];
  readonly graph: Buffer;
  /** Pieces, in order. */
  readonly search: readonly Buffer[];
}

/**
 * The canonical bytes of a corpus: JSON with one doc a line, ending in a line feed, with its own
 * SHA-256 in it (decision A12).
 *
 * The hash is taken over these very bytes with its 64 hexadecimal digits replaced by zeros, so any
 * tool can verify a file without knowing how it was serialised.
 */
export function serializeCorpus(content: CorpusContent): Buffer {
  const bytes = Buffer.concat(joinParts(partContent(content)));
  bytes.write(createHash("sha256").update(bytes).digest("hex"), BEFORE_HASH.length, "latin1");
  return bytes;
}

/** Lays a corpus out. */
export function partContent({ meta, docs, graph, search }: CorpusContent): CorpusParts {
  const { buffer, byteOffset, length } = search;
  return {
    meta,
    docs: writeDocs(docs),
    graph: Buffer.from(JSON.stringify(graph)),
    search: [Buffer.from(buffer, byteOffset, length)],
  };
}

function writeDocs(docs: CorpusContent["docs"]): Buffer[] {
  const length = docs.reduce((sum, { body }) => sum + body.length + BYTES_BESIDE_BODY, 0);
  const writer = createByteWriter(length);
  const ends = docs.map((doc, place) => {
    writer.text(JSON.stringify(doc));
    return writer.text(place < docs.length - 1 ? ",\n" : "\n");
  });
  const bytes = writer.finish();
  return ends.map((end, place) => bytes.subarray(ends[place - 1] ?? 0, end));
}

/** The bytes of a corpus in order, with zeros for its SHA-256; what is side by side in memory is one. */
function joinParts({ meta, docs, graph, search }: CorpusParts): Buffer[] {
  const joined: Buffer[] = [];
  for (const piece of [
    Buffer.from(`${BEFORE_HASH}${ZEROS}${BEFORE_META}${JSON.stringify(meta)}${BEFORE_DOCS}\n`),
    ...docs,
    Buffer.from(BEFORE_GRAPH),
    graph,
    Buffer.from(BEFORE_SEARCH),
    ...search,
    Buffer.from(END),
  ]) {
    const { buffer, byteOffset, length } = joined.at(-1) ?? piece;
    if (piece.buffer === buffer && piece.byteOffset === byteOffset + length) {
      joined.push(Buffer.from(buffer, joined.pop()!.byteOffset, length + piece.length));
    } else {
      joined.push(piece);
    }
  }
  return joined;
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
 * @throws the file system's error; the old file is then as it was
 */
export async function replaceCorpus(file: string, parts: CorpusParts): Promise<Replaced> {
  const pieces = joinParts(parts);
  const hash = createHash("sha256");
  let sha256 = "";
  await mkdir(dirname(file), { recursive: true });
  await replaceBy(file, async (handle) => {
    for (const chunk of pieces.flatMap(cut)) {
      const writing = handle.writeFile(chunk);
      hash.update(chunk);
      await writing;
    }
    sha256 = hash.digest("hex");
    await handle.write(sha256, BEFORE_HASH.length, "latin1");
  });
  return { sha256, length: pieces.reduce((sum, { length }) => sum + length, 0) };
}

function cut(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, place) =>
    bytes.subarray(place * CHUNK_BYTES, (place + 1) * CHUNK_BYTES),
  );
}

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, never a part.
 *
 * The bytes go to a temporary file beside it, are flushed to disk and renamed over it. Missing
 * folders are made.
 *
 * @throws the file system's error; the old file is then as it was
 */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await replaceBy(file, (handle) => handle.writeFile(bytes));
}

/**
 * Replaces a file in the same way by what is written into the temporary one, over its handle or its
 * path. The folder must be there.
 *
 * @param mode of the new file; 0666 without the process's mask unless told
 * @returns what writing gave
 * @throws the file system's error, or that of writing; the old file is then as it was
 */
export async function replaceBy<Result>(
  file: string,
  write: (handle: FileHandle, temporary: string) => Promise<Result>,
  { mode }: { readonly mode?: number } = {},
): Promise<Result> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, "wx", mode);
    let result: Result;
    try {
      result = await write(handle, temporary);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
