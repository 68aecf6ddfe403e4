import type { Vocabulary } from "../index/vocabulary.ts";
import type { FoundFile } from "./collect.ts";
import type { ReadResult } from "./read.ts";
import type { ReadFilesOptions } from "./read-files.ts";

/** Results of earlier runs, to which this run adds its own. */
export interface EarlierReads {
  /** The vocabulary of all terms that were read. */
  readonly vocabulary: Vocabulary;
  /** @returns the result of an earlier run if the file's content is unchanged */
  recall(file: FoundFile): ReadResult | null;
  /** Keeps the results; all other files that the run does not keep are forgotten. */
  keep(files: readonly FoundFile[], results: readonly ReadResult[]): void;
}

export interface PoolOptions extends Omit<ReadFilesOptions, "vocabulary"> {
  readonly known: EarlierReads;
}

/**
 * Reads files: looks up known ones, and reads the rest with several threads where that pays.
 *
 * @returns the results in the order of the files, whichever thread finished first
 * @throws if a thread dies of anything but a page
 */
export async function readAll(
  files: readonly FoundFile[],
  { known, onProgress, ...options }: PoolOptions,
): Promise<ReadResult[]> {
  const recalled = files.map((file) => known.recall(file));
  const missing = files.filter((_, place) => recalled[place] === null);
  const found = files.length - missing.length;
  onProgress(found);
  const read = await readMissing(missing, {
    ...options,
    vocabulary: known.vocabulary,
    onProgress: (done) => onProgress(found + done),
  });
  const inTurn = read.values();
  const results = recalled.map((result) => result ?? inTurn.next().value!);
  known.keep(files, results);
  return results;
}

/** Loads what parses files only if there is a file to parse: it takes as long as all else. */
async function readMissing(
  files: readonly FoundFile[],
  options: ReadFilesOptions,
): Promise<ReadResult[]> {
  if (files.length === 0) return [];
  const { readFiles } = await import("./read-files.ts");
  return readFiles(files, options);
}
