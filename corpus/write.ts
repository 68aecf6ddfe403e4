import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createByteWriter } from "./byte-writer.ts";
import { FORMAT_VERSION, SCHEMA_URL } from "./format.ts";
import type { CorpusContent } from "./schema.ts";

/** What a doc takes besides its body's characters, generously. */
const BYTES_BESIDE_BODY = 4096;
const ZEROS = "0".repeat(64);
const BEFORE_HASH = '"sha256":"';

/**
 * The canonical bytes of a corpus: JSON with one doc a line, ending in a line feed, with its own
 * SHA-256 in it (decision A12).
 *
 * The hash is taken over these very bytes with its 64 hexadecimal digits replaced by zeros, so any
 * tool can verify a file without knowing how it was serialised.
 */
export function serializeCorpus({ meta, docs, graph, search }: CorpusContent): Buffer {
  const length = docs.reduce((sum, { body }) => sum + body.length + BYTES_BESIDE_BODY, 0);
  const writer = createByteWriter(length + search.length);
  writer.text(`{"$schema":${JSON.stringify(SCHEMA_URL)},"formatVersion":${FORMAT_VERSION},`);
  writer.text(`${BEFORE_HASH}${ZEROS}",\n"meta":${JSON.stringify(meta)},\n"docs":[`);
  for (const [place, doc] of docs.entries()) {
    writer.text(place === 0 ? "\n" : ",\n");
    writer.text(JSON.stringify(doc));
  }
  writer.text(`\n],\n"graph":${JSON.stringify(graph)},\n"search":`);
  writer.bytes(search);
  writer.text("}\n");
  return sealCorpus(writer.finish());
}

/** The SHA-256 that the bytes of a corpus have in them. */
export function hashIn(bytes: Buffer): string {
  const at = bytes.indexOf(BEFORE_HASH) + BEFORE_HASH.length;
  return bytes.toString("latin1", at, at + ZEROS.length);
}

/** Writes into the bytes of a corpus their own SHA-256, in the place of the one that is there. */
export function sealCorpus(bytes: Buffer): Buffer {
  const at = bytes.indexOf(BEFORE_HASH) + BEFORE_HASH.length;
  bytes.write(ZEROS, at, "latin1");
  bytes.write(createHash("sha256").update(bytes).digest("hex"), at, "latin1");
  return bytes;
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
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
