import { encodeUtf8 } from "../bytes.ts";
import { DocgateError, hasCode } from "../error.ts";
import type { AnyFields } from "../fields/filter.ts";
import type { CorpusFile } from "../schema.ts";
import { type Corpus, freezeCorpus } from "./corpus.ts";
import { layOutFile } from "./lay-out-file.ts";
import { verifyCorpus } from "./verify.ts";

/** A corpus file: its bytes, its text, or what JSON.parse returns for it. */
export type CorpusData = Uint8Array | ArrayBuffer | string | object;

export interface OpenCorpusOptions {
  /** Names the corpus in messages. Default: `corpus.json`. */
  readonly name?: string | undefined;
}

/**
 * Verifies a corpus in memory, opens its index and freezes it. It needs nothing of Node.js, so it
 * also runs in browsers and on edge runtimes.
 *
 * It makes sure of the same as `loadCorpus`: the format version, the hash of the whole content and
 * the shape of every doc. An object is written out again to be hashed, so it must be what JSON.parse
 * returns for a file that docgate wrote; it is not changed. Returns a promise, as `loadCorpus` does,
 * so that one can replace the other.
 *
 * @typeParam Fields The fields of its docs, as `docgate types` writes them. Default: any.
 * @throws {DocgateError} if it is not an intact corpus; its code says why
 *
 * @example
 * import { openCorpus } from "docgate/corpus";
 *
 * const response = await fetch("/corpus.json");
 * const corpus = await openCorpus(await response.arrayBuffer());
 * const { items } = corpus.search.hits("first steps");
 */
export async function openCorpus<Fields = AnyFields>(
  source: CorpusData,
  { name = "corpus.json" }: OpenCorpusOptions = {},
): Promise<Corpus<Fields>> {
  return openContent(verifyCorpus(toBytes(source), name), name) as unknown as Corpus<Fields>;
}

function toBytes(source: CorpusData): Uint8Array {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return encodeUtf8(typeof source === "string" ? source : layOutFile(source));
}

/**
 * Opens the index of a verified file and freezes the rest.
 *
 * @param name names the content in messages
 * @throws {DocgateError} `corpus-shape` if the index cannot be opened, or a field has another type
 *
 * @internal
 */
export function openContent(content: CorpusFile, name: string): Corpus {
  try {
    const { graph } = content;
    return freezeCorpus({ ...content, graph: () => graph });
  } catch (error) {
    if (!hasCode(error, "corpus-layout")) throw error;
    const message = `Corpus "${name}" has a part that cannot be used. ${error.message}`;
    throw new DocgateError("corpus-shape", message);
  }
}
