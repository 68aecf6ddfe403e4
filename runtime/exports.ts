/** What `docgate/runtime` offers to other programs. Nothing inside docgate imports this file. */
export { type AppDependencies, createApp } from "./app.ts";
export { type Assets, createAssets } from "./assets.ts";
export { type CorpusSource, openCorpusSource, type Reload } from "./corpus-source.ts";
export { createDocs, type Docs, InvalidArgumentError } from "./docs/docs.ts";
export type {
  RequestAnswer,
  RequestHead,
  RequestWatch,
  WatchedRequest,
} from "./http/watch.ts";
