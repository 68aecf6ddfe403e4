import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { type ApiMeta, type Docs, ENDPOINT } from "../docs/execute/queries.ts";
import { CORPUS_PATH } from "./corpus-routes.ts";
import { SEARCH_PATH } from "./search-routes.ts";

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { background: Canvas; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export interface HomeOptions {
  /** True if the partner chain and its administrators are served too. */
  readonly hasChain: boolean;
  /** True if the corpus file is served. */
  readonly hasCorpusFile: boolean;
}

/** Describes the server to a person. */
export async function homePage(
  { name, description, docCount }: ApiMeta,
  { hasChain, hasCorpusFile }: HomeOptions,
): Promise<Response> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p>${description}</p>
<p>${docCount} pages are served here as data, by docgate.</p>
<dl>
<dt><a href="graphql">/graphql</a></dt>
<dd>The explorer; for programs, the GraphQL API, by POST or GET.</dd>
<dt><a href="search.json">/search.json</a></dt>
<dd>Search in words, for search boxes: <code>/search.json?q=first+steps</code>.</dd>
${hasCorpusFile ? corpusEntry() : ""}
<dt><a href="graph">/graph</a></dt>
<dd>The pages and the links between them, as a picture and as a list.</dd>
${hasChain ? chainEntries() : ""}
<dt><a href="healthz">/healthz</a> and <a href="readyz">/readyz</a></dt>
<dd>Whether the server is alive, and which corpus it serves.</dd>
</dl>
</main>
</body>
</html>`;
  return new Response(page.toString(), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": POLICY,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function corpusEntry() {
  return html`<dt><a href="corpus.json">/corpus.json</a></dt>
<dd>All pages with their search index, in one file.</dd>`;
}

function chainEntries() {
  return html`<dt><a href="reference">/reference</a> and <a href="openapi.json">/openapi.json</a></dt>
<dd>The partner API and the admin API, described for people and for machines.</dd>
<dt><a href="admin">/admin</a></dt>
<dd>The administrators’ console.</dd>`;
}

/** The additional routes of the chain. */
const CHAIN_ROUTES = {
  "/reference": "The partner API and the admin API, described for people",
  "/openapi.json": "The same for machines, in OpenAPI 3.1",
  "/admin": "The administrators' console, for browsers",
};

/** Describes the server to a program. */
export function homeDescription(docs: Docs, { hasChain, hasCorpusFile }: HomeOptions): object {
  const { name, description, docCount } = docs.meta();
  return {
    name,
    description,
    docCount,
    corpus: docs.version,
    routes: {
      [ENDPOINT]: "GraphQL over HTTP, and the explorer for browsers",
      [SEARCH_PATH]: "Search in words, for search boxes: /search.json?q=first+steps",
      ...(hasCorpusFile && { [CORPUS_PATH]: "All pages with their search index, in one file" }),
      "/graph": "The link graph, drawn, for browsers",
      ...(hasChain && CHAIN_ROUTES),
      "/healthz": "200 while the process is alive",
      "/readyz": "200 while all its requirements are met",
    },
  };
}
