import { LLMS_FULL_PATH, LLMS_PATH } from "../../agents/llms-txt.ts";
import { MCP_PATH } from "../../agents/mcp/routes.ts";
import { type Docs, ENDPOINT } from "../../docs/execute/queries.ts";
import { ADDRESSES_PATH } from "../corpus/address-routes.ts";
import { CORPUS_PATH } from "../corpus/corpus-routes.ts";
import { QUOTE_PATH } from "../corpus/quote-routes.ts";
import { SEARCH_PATH } from "../search-routes.ts";

/** The additional routes of the chain. */
const CHAIN_ROUTES = {
  "/reference": "The partner API and the admin API, described for people",
  "/openapi.json": "The same for machines, in OpenAPI 3.1",
  "/admin": "The administrators' console, for browsers",
};

/** The routes for agents. */
const AGENT_ROUTES = {
  [LLMS_PATH]: "All pages, each with the address of its Markdown",
  [LLMS_FULL_PATH]: "All pages in one file",
};

/** The routes of files for other tools. */
const CORPUS_ROUTES = {
  [CORPUS_PATH]: "All pages with their search index, in one file",
  [ADDRESSES_PATH]: "Every page, anchor and redirect, to check links to here",
};

export interface ServedParts {
  /** True if the partner chain and its administrators are served too. */
  readonly hasChain: boolean;
  /** True if pages are also served as Markdown. */
  readonly hasAgents: boolean;
  readonly hasMcp: boolean;
  /** True if the corpus file is served. */
  readonly hasCorpusFile: boolean;
}

/** Describes the server to a program. */
export function homeDescription(docs: Docs, served: ServedParts): object {
  const { hasChain, hasAgents, hasMcp, hasCorpusFile } = served;
  const { name, description, docCount } = docs.meta();
  return {
    name,
    description,
    docCount,
    corpus: docs.version,
    ...(docs.editions().length > 1 && { editions: docs.editions() }),
    routes: {
      [ENDPOINT]: "GraphQL over HTTP, and the explorer for browsers",
      [SEARCH_PATH]: "Search in words, for search boxes: /search.json?q=first+steps",
      [QUOTE_PATH]: "Whether a text is in the docs: /quote.json?q=a+text+that+may+be+in+the+docs",
      ...(hasCorpusFile && CORPUS_ROUTES),
      "/graph": "The link graph, drawn, for browsers",
      ...(hasAgents && AGENT_ROUTES),
      ...(hasMcp && { [MCP_PATH]: "The Model Context Protocol, for coding agents" }),
      ...(hasChain && CHAIN_ROUTES),
      "/healthz": "200 while the process is alive",
      "/readyz": "200 while all its requirements are met",
    },
  };
}
