import type { AnyFields } from "../fields/filter.ts";
import type { Corpus } from "../open/corpus.ts";
import { openContent } from "../open/open-corpus.ts";
import { verifyCorpus } from "../open/verify.ts";
import type { CorpusFile } from "../schema.ts";
import { type OpenedFile, openWritten } from "./open-written.ts";
import { readBytes } from "./read-bytes.ts";

/**
 * Loads and verifies a corpus file, opens its index and freezes it.
 *
 * @typeParam Fields The fields of its docs, as `docgate types` writes them. Default: any.
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 *
 * @example
 * import { loadCorpus } from "docgate/corpus";
 *
 * const corpus = await loadCorpus("dist/corpus.json");
 * const pages = corpus.search.ranked("quick start");
 */
export async function loadCorpus<Fields = AnyFields>(file: string): Promise<Corpus<Fields>> {
  return (await openFile(file)).corpus as unknown as Corpus<Fields>;
}

/**
 * Loads a corpus file as {@link loadCorpus} does.
 *
 * @param previous An earlier state of the file; its unchanged parts are reused.
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 *
 * @internal
 */
export async function openFile(file: string, previous?: OpenedFile): Promise<OpenedFile> {
  const { bytes, digest } = await readBytes(file);
  const opened = openWritten(bytes, { digest, previous });
  return opened ?? { corpus: openContent(await loadCorpusFile(file), file), read: null };
}

/**
 * Loads a corpus file as plain data, verified, without opening the index.
 *
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 */
export async function loadCorpusFile(file: string): Promise<CorpusFile> {
  const { bytes } = await readBytes(file);
  return verifyCorpus(bytes, file);
}
