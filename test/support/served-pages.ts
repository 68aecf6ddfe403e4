import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { createDocs } from "../../runtime/docs/execute/queries.ts";
import type { AnswerLimits } from "../../runtime/serve/answer-limits.ts";
import type { App, AppDependencies } from "../../runtime/serve/app.ts";
import { type Assets, createAssets } from "../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../runtime/serve/chain-routes.ts";
import { openApp } from "./app.ts";
import { type CorpusMeta, corpusFrom } from "./corpora.ts";
import { createTestPlatform } from "./platform.ts";

/** Markup that runs if it is taken for markup. */
export const ATTACK = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;

const PAGES = ["admin", "explorer", "graph", "home", "reader", "reference"];

export interface ServedOptions extends Partial<CorpusMeta> {
  readonly hasChain?: boolean;
}

/** An app over these docs, whose pages have the places that the server fills and nothing else. */
export async function servePages(
  pages: readonly Doc[],
  { hasChain = false, ...meta }: ServedOptions = {},
): Promise<App> {
  const platform = hasChain ? (await createTestPlatform()).platform : undefined;
  const options = { guardProblem: null, proxyCount: 0, version: "1.0.0", onError: fail };
  const chain = platform && createChainRoutes(platform, { ...options, requestId: () => undefined });
  return serveCorpus(corpusFrom(pages, meta), { chain });
}

interface CorpusOptions extends Pick<AppDependencies, "agents" | "chain" | "mcp" | "searches"> {
  readonly limits?: AnswerLimits;
}

/** An app over this corpus, with the same pages. */
export function serveCorpus(corpus: Corpus, { limits, ...options }: CorpusOptions = {}): App {
  const docs = createDocs(corpus);
  return openApp({ docs: () => docs, assets: bareAssets(), onError: fail, ...options }, limits);
}

function fail(error: unknown): never {
  throw error;
}

function bareAssets(): Assets {
  const directory = mkdtempSync(join(tmpdir(), "docgate-pages-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const name of PAGES) {
    const html = `<head><!-- head --><link href="./assets/x.css"></head><!-- bar --><!-- content -->`;
    writeFileSync(join(directory, `${name}.html`), html);
  }
  return createAssets({ directory });
}

/** Reads a page as a browser does. */
export async function readPage(app: App, path: string, status = 200): Promise<string> {
  const page = await app.request(path, { headers: { Accept: BROWSER } });
  expect(page.status).toBe(status);
  return page.text();
}

/** The types that browsers accept. */
export const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Returns the addresses of all links, as they are written. */
export function linksOf(page: string): string[] {
  return Array.from(page.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href]) => href!);
}

/** Returns the text of a page, without its markup. */
export function textOf(page: string): string {
  return page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}
