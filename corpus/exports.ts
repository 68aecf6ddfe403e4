/** What `docgate/corpus` offers to other tools. Nothing inside docgate imports this file. */
export { type Corpus, CorpusError, type CorpusErrorCode, loadCorpus } from "./read.ts";
export { corpusSchema, type Doc, type DocGraph, FORMAT_VERSION, type Heading } from "./schema.ts";
export type { Search } from "./search.ts";
