import type { Corpus } from "../../corpus/open/corpus.ts";

/**
 * Reads the corpus that a command is about.
 *
 * @throws {DocgateError} if it is missing or not intact; the message says how to make one
 */
export async function readCorpus(file: string): Promise<Corpus> {
  // Imported only here, because most commands read no corpus.
  const { loadCorpus } = await import("../../corpus/read/read.ts");
  const { withRemedy } = await import("../docs/corpus-source.ts");
  return loadCorpus(file).catch((error) => {
    throw withRemedy(error, file);
  });
}
