import { graphOf } from "../graph.ts";
import { type Corpus, freezeCorpus } from "../open/corpus.ts";
import { nullIfOtherLayout } from "../shape.ts";
import type { DocLines } from "./doc-lines.ts";
import { partFile, readDocs } from "./written-layout.ts";

/**
 * A corpus, and what helps to read a later state of its file.
 *
 * @internal
 */
export interface OpenedFile {
  readonly corpus: Corpus;
  /**
   * Reused where a later state of the file has the same docs, which affects only time and memory. Null
   * for a file that is not laid out as docgate writes it.
   */
  readonly read: DocLines | null;
}

interface OpenOptions {
  readonly digest: string;
  readonly previous?: OpenedFile | undefined;
}

/**
 * Opens a file in docgate's layout, in less time and memory than parsing it takes.
 *
 * @param bytes The bytes of the docs are kept.
 * @param options.digest As returned by {@link createFileHash}.
 * @returns null for a file that is in another layout or not intact
 *
 * @internal
 */
export function openWritten(bytes: Buffer, { digest, previous }: OpenOptions): OpenedFile | null {
  return nullIfOtherLayout(() => {
    const { sha256, meta, redirects, words, kept, ...parts } = partFile(bytes, digest);
    const read = readDocs(parts, previous?.read);
    const { docs } = read;
    const graph = () => graphOf(docs);
    const corpus = freezeCorpus({ sha256, meta, redirects, docs, graph, words });
    releaseTail(kept);
    return { corpus, read };
  });
}

/** Frees the memory behind the part of a file that is kept, if the file has the buffer to itself. */
function releaseTail({ buffer, byteOffset, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(byteOffset + length);
}
