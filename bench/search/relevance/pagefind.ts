import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { close, createIndex } from "pagefind";
import type { RelevanceTree, Section } from "./tree.ts";
import type { Engine, SearchResult } from "./truth.ts";

/** The part of Pagefind's browser code that the bench uses. */
interface PagefindBrowser {
  options(options: { readonly basePath: string }): Promise<void>;
  search(query: string): Promise<{ readonly results: readonly PagefindResult[] }>;
  destroy(): Promise<void>;
}

interface PagefindResult {
  data(): Promise<{
    readonly url: string;
    readonly sub_results: readonly {
      readonly url: string;
      readonly locations: readonly number[];
    }[];
  }>;
}

/** Number of parts of a page that Pagefind's own dialog shows: those with the most matches. */
const PARTS = 3;
/** Number of pages whose data are loaded, as a dialog would for the results that it shows. */
const SHOWN = 10;
const HAN = /\p{Script=Han}/u;

/** Creates Pagefind: its binary indexes HTML pages, and its browser code searches them over HTTP. */
export async function pagefind({ docs, sections }: RelevanceTree): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "docgate-pagefind-"));
  const { index } = await createIndex({});
  const bySection = Map.groupBy(sections.entries(), ([, { place }]) => place.doc);
  for (const [doc, { title, description }] of docs.entries()) {
    const parts = bySection.get(doc)!;
    const content = pageOf([...parts], { title, description });
    await index!.addHTMLFile({ url: `/${doc}`, content });
  }
  await index!.writeFiles({ outputPath: folder });
  await close();
  const server = await serve(folder);
  const { port } = server.address() as AddressInfo;
  const browser: PagefindBrowser = await import(
    `${pathToFileURL(join(folder, "pagefind.js")).href}?${port}`
  );
  await browser.options({ basePath: `http://127.0.0.1:${port}/` });
  return {
    indexBytes: await bytesIn(folder),
    async find(query) {
      const { results } = await browser.search(query);
      const data = await Promise.all(results.slice(0, SHOWN).map((result) => result.data()));
      return data.flatMap((page) => foundOn(page, sections));
    },
    async close() {
      await browser.destroy();
      // Waits until the browser code has loaded what it preloads.
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true });
    },
  };
}

function pageOf(
  parts: readonly (readonly [number, Section])[],
  { title, description }: { readonly title: string; readonly description: string | null },
): string {
  const language = HAN.test(title) ? "zh" : "en";
  const sections = parts.map(([at, { heading, text, above }]) => {
    const level = above.length === 0 ? 1 : 2;
    return `<h${level} id="s${at}">${escaped(heading)}</h${level}><p>${escaped(text)}</p>`;
  });
  const head = `<html lang="${language}"><head><title>${escaped(title)}</title></head>`;
  return `${head}<body><p>${escaped(description ?? "")}</p>${sections.join("\n")}</body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

async function serve(folder: string): Promise<ReturnType<typeof createServer>> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, "http://host").pathname);
    const bytes = await readFile(join(folder, path)).catch(() => null);
    // A kept-alive connection could time out while another search blocks the event loop.
    response.writeHead(bytes === null ? 404 : 200, { Connection: "close" }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

function foundOn(
  { url, sub_results: parts }: Awaited<ReturnType<PagefindResult["data"]>>,
  sections: readonly Section[],
): SearchResult[] {
  const best = parts.toSorted((left, right) => right.locations.length - left.locations.length);
  const found = best.slice(0, PARTS).flatMap((part) => {
    const [, at] = /#s(\d+)$/.exec(part.url) ?? [];
    return at === undefined ? [] : [sections[Number(at)]!];
  });
  const first = sections.find(({ place }) => place.doc === Number(/\d+/.exec(url)![0]))!;
  return (found.length > 0 ? found : [first]).map(({ title, heading }) => ({ title, heading }));
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
