import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { HAS_CADDY, startCaddyWith } from "../support/caddy.ts";
import { ROOT } from "../support/command.ts";
import { HAS_NGINX, type ReverseProxy, replaceAll, startNginxWith } from "../support/nginx.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { HANDBOOK, makeSharedFolder } from "../support/tree.ts";

const SITE = "https://docs.example.com";
const PAGE = "/docs/guide/first-steps";

/** Programs, each with the language of its configuration on the page. */
const PROXIES = [
  { name: "nginx", isInstalled: HAS_NGINX, language: "nginx", start: startNginxWith },
  { name: "Caddy", isInstalled: HAS_CADDY, language: "caddyfile", start: startCaddyWith },
];

for (const { name, isInstalled, language, start } of PROXIES) {
  const needs = isInstalled ? "" : ` (needs ${name})`;
  describe.skipIf(!isInstalled)(`docgate next to a site, behind ${name}${needs}`, () => {
    const folder = makeSharedFolder();
    let server: TestServer;
    let proxy: ReverseProxy;

    beforeAll(async () => {
      const corpus = await writeCorpus(join(folder(), "corpus.json"));
      server = await startServer({ corpus, args: ["--public-url", SITE] });
      const site = join(folder(), "site");
      await mkdir(join(site, "docs/guide"), { recursive: true });
      await writeFile(join(site, `${PAGE}.html`), "<h1>of the site</h1>");
      const own = join(folder(), name);
      await mkdir(own);
      const places = { "127.0.0.1:8080": new URL(server.url).host, "/srv/site": site };
      proxy = await start(replaceAll(await configurationIn(language), places), { folder: own });
    });

    afterAll(() => Promise.all([proxy?.stop(), server?.stop()]));

    async function read(path: string, accept: string) {
      const headers = { Accept: accept };
      const response = await fetch(proxy.url + path, { headers, redirect: "manual" });
      return { status: response.status, headers: response.headers, text: await response.text() };
    }

    it("people get the site, which says that the answer depends on Accept", async () => {
      const { status, headers, text } = await read(PAGE, "text/html,*/*;q=0.8");

      expect([status, text]).toEqual([200, "<h1>of the site</h1>"]);
      expect(headers.get("content-type")).toMatch(/^text\/html/);
      expect(headers.get("vary")).toContain("Accept");
      expect((await read("/docs/none", "text/html")).status).toBe(404);
    });

    it.each([
      [PAGE, "text/markdown, */*"],
      [PAGE, "text/html, text/markdown;q=0.5"],
      [`${PAGE}.md`, "*/*"],
      [`${PAGE}.md`, "text/html"],
    ])("agents get the Markdown of a page: %s, %s", async (path, accept) => {
      const { status, headers, text } = await read(path, accept);

      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(text).toContain(`All pages: ${SITE}/llms.txt`);
    });

    it("the lists, the search and MCP are docgate's", async () => {
      const lists = ["/llms.txt", "/llms/guide.txt", "/llms-full.txt"];
      for (const path of [...lists, "/search.json?q=steps"]) {
        expect((await read(path, "*/*")).status, path).toBe(200);
      }
      expect((await read("/mcp", "*/*")).status).toBe(405);
    });

    it("agents are led to a page that moved, at the address of the site", async () => {
      for (const form of ["", ".md"]) {
        const { status, headers } = await read(`/docs/guide/begin${form}`, "text/markdown");
        expect([status, headers.get("location")]).toEqual([308, `${SITE}${PAGE}${form}`]);
      }
    });

    it("an unknown page is a 404 with the nearest pages", async () => {
      const { status, text } = await read("/docs/guide/frist-steps", "text/markdown");

      expect(status).toBe(404);
      expect(text).toContain(`(${SITE}${PAGE}.md)`);
    });
  });
}

/** Generates the handbook, with a page that moved. @returns the file */
async function writeCorpus(file: string): Promise<string> {
  const { content } = await generate({ root: HANDBOOK, config: parseConfig({ siteUrl: SITE }) });
  const redirects = [{ from: "guide/begin", to: "guide/first-steps" }];
  await replaceFile(file, serializeCorpus({ ...content, redirects }));
  return file;
}

/** Returns a configuration as the documentation has it. */
async function configurationIn(language: string): Promise<string> {
  const page = await readFile(join(ROOT, "content/onboarding/markdown-routes.md"), "utf8");
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)![1]!;
}
