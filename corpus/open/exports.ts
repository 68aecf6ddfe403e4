/**
 * The exports of `docgate/corpus` in browsers and on edge runtimes. Nothing inside docgate imports
 * this file.
 */
export { DocgateError, type DocgateErrorCode } from "../error.ts";
export type { AnyFields, DocFilter } from "../fields/filter.ts";
export type { DocOrder, DocsQuery, DocWithFields, FindDocs } from "../fields/find-docs.ts";
export { FORMAT_VERSION } from "../layout.ts";
export type { QuoteDifference } from "../quotes/differences.ts";
export type {
  QuoteCheck,
  QuoteOptions,
  QuotePlace,
  QuoteVerifier,
} from "../quotes/verify-quote.ts";
export { type RedirectAnswer, redirectOf } from "../redirects.ts";
export type { Doc, DocGraph, Field, FieldValue, Heading, Redirect } from "../schema.ts";
export type { CorpusSearch, Search } from "../search/search.ts";
export type { Excerpt, Mark } from "../search/words/excerpt.ts";
export type {
  Correction,
  Hit,
  HitJson,
  HitList,
  HitListJson,
  HitOptions,
  WordSearch,
} from "../search/words/hits.ts";
export type { Corpus } from "./corpus.ts";
export { type CorpusData, type OpenCorpusOptions, openCorpus } from "./open-corpus.ts";
