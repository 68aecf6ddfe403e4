/** The public API of `docgate/runtime`. Nothing inside docgate imports this file. */

export { DocgateError, type DocgateErrorCode } from "../corpus/error.ts";
export { type CorpusSource, openCorpusSource, type Reload } from "./docs/corpus-source.ts";
export { createDocs, type Docs } from "./docs/execute/queries.ts";
export type {
  RequestAnswer,
  RequestHead,
  RequestWatch,
  WatchedRequest,
} from "./http/observer.ts";
export type { AnswerLimits } from "./serve/answer-limits.ts";
export {
  type AppOptions,
  createApp,
  type DocsApp,
  type DocsSource,
  type McpAccess,
} from "./serve/create-app.ts";
