import { hasCode } from "../error.ts";
import { graphOf } from "../graph.ts";
import { type Corpus, freezeCorpus } from "../open/corpus.ts";
import { nullIfOtherLayout } from "../other-layout.ts";
import type { Doc } from "../schema.ts";
import { type FlatTerms, scanTerms } from "../search/scan-terms.ts";
import { createSearch } from "../search/search.ts";
import { createSegment, type Segment } from "../search/segment.ts";
import { toSegments } from "../search/segments.ts";
import { createSubstringIndex } from "../search/substring-index.ts";
import { layOut } from "../search/term-index.ts";
import { createWordSearch, type WordSearch } from "../search/words/hits.ts";
import type { DocLines } from "./doc-lines.ts";
import type { IndexThread } from "./index-worker.ts";
import {
  type IndexParts,
  partFile,
  partIndex,
  readDocs,
  type WrittenParts,
} from "./written-layout.ts";

/**
 * A corpus, and what helps to read a later state of its file.
 *
 * @internal
 */
export interface OpenedFile {
  readonly corpus: Corpus;
  /** Null for a file that is not laid out as docgate writes it. */
  readonly kept: Kept | null;
}

/**
 * Reused where a later state of a file has the same docs. It affects only time and memory.
 *
 * @internal
 */
export interface Kept {
  readonly read: DocLines;
  readonly segments: readonly Segment[];
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
    const parts = partFile(bytes, digest);
    const index = partIndex(parts);
    const before = previous?.kept;
    const read = readDocs(parts, before?.read);
    const segments = toSegments(read.docs, { before: before?.segments, make: createSegment });
    const terms = scanTerms(index.terms, index.sizes);
    const words = createWordSearch(read.docs, parts.words);
    return open(parts, { kept: { read, segments }, index, terms, words });
  });
}

/** Opens a file as {@link openWritten} does, while another thread indexes it. */
export async function openWithThread(
  bytes: Buffer,
  { digest, previous, thread }: OpenOptions & { readonly thread: IndexThread },
): Promise<OpenedFile | null> {
  try {
    const parts = partFile(bytes, digest);
    const index = partIndex(parts);
    const terms = thread.scanTerms(index.terms, index.sizes);
    // Reading the docs may fail before this does.
    terms.catch(() => undefined);
    const before = previous?.kept;
    const read = readDocs(parts, before?.read);
    const making = toSegments(read.docs, {
      before: before?.segments,
      make: async (docs, texts) =>
        createSegment(docs, texts, await thread.indexTrigrams(texts.bytes)),
    });
    const indexing = Promise.all([terms, ...making]);
    // Opening the words, which the thread has time for, may also fail before this does.
    indexing.catch(() => undefined);
    const words = createWordSearch(read.docs, parts.words);
    const [flat, ...segments] = await indexing;
    return open(parts, { kept: { read, segments }, index, terms: flat, words });
  } catch (error) {
    if (hasCode(error, "corpus-layout")) return null;
    throw error;
  }
}

interface ReadParts {
  readonly kept: Kept;
  readonly index: IndexParts;
  readonly terms: FlatTerms;
  readonly words: WordSearch<Doc>;
}

function open(
  { sha256, meta, redirects, kept: bytes }: WrittenParts,
  { kept, index, terms, words }: ReadParts,
): OpenedFile {
  const { docs } = kept.read;
  const search = createSearch({
    docs,
    index: layOut({ plain: index.plain, terms }, docs),
    substrings: createSubstringIndex(kept.segments),
  });
  const corpus = freezeCorpus({
    sha256,
    meta,
    redirects,
    docs,
    graph: () => graphOf(docs),
    search,
    words,
  });
  releaseTail(bytes);
  return { corpus, kept };
}

/** Frees the memory behind the part of a file that is kept, if the file has the buffer to itself. */
function releaseTail({ buffer, byteOffset, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(byteOffset + length);
}
