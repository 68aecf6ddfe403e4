/** The exports of `docgate/corpus` for other tools. Nothing inside docgate imports this file. */
export { DocgateError, type DocgateErrorCode } from "./error.ts";
export { FORMAT_VERSION } from "./format.ts";
export type { Corpus, CorpusSearch } from "./read/corpus.ts";
export { loadCorpus } from "./read/read.ts";
export { corpusSchema, type Doc, type DocGraph, type Heading } from "./schema.ts";
export type { Search } from "./search/search.ts";
export type { Excerpt, Mark } from "./search/words/excerpt.ts";
export type { Correction, Hit, HitList, HitOptions, WordSearch } from "./search/words/hits.ts";
