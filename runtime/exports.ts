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
export { type AppDependencies, createApp } from "./serve/app.ts";
export { type Assets, createAssets } from "./serve/assets.ts";
