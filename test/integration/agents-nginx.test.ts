import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { ROOT } from "../support/command.ts";
import { HAS_NGINX, type Nginx, replaceAll, startNginxWith } from "../support/nginx.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { HANDBOOK, makeSharedFolder } from "../support/tree.ts";

const SITE = "https://docs.example.com";
const PAGE = "/docs/guide/first-steps";

describe.skipIf(!HAS_NGINX)(`docgate next to a site${HAS_NGINX ? "" : " (needs nginx)"}`, () => {
  const folder = makeSharedFolder();
  let server: TestServer;
  let nginx: Nginx;

  beforeAll(async () => {
    const corpus = join(folder(), "corpus.json");
    const { content } = await generate({ root: HANDBOOK, config: parseConfig({ siteUrl: SITE }) });
    await replaceFile(corpus, serializeCorpus(content));
    server = await startServer({ corpus, args: ["--public-url", SITE] });
    const site = join(folder(), "site");
    await mkdir(join(site, "docs/guide"), { recursive: true });
    await writeFile(join(site, `${PAGE}.html`), "<h1>of the site</h1>");
    const page = await readFile(join(ROOT, "content/onboarding/markdown-routes.md"), "utf8");
    const [, configuration] = /```nginx\n([\s\S]*?)```/.exec(page)!;
    const own = join(folder(), "nginx");
    await mkdir(own);
    nginx = await startNginxWith(
      replaceAll(configuration!, { "127.0.0.1:8080": new URL(server.url).host, "/srv/site": site }),
      { folder: own },
    );
  });

  afterAll(() => Promise.all([nginx?.stop(), server?.stop()]));

  async function read(path: string, accept: string): Promise<[number, string | null, string]> {
    const headers = { Accept: accept };
    const response = await fetch(nginx.url + path, { headers, redirect: "manual" });
    return [response.status, response.headers.get("content-type"), await response.text()];
  }

  it("people get the site, which says that the answer depends on Accept", async () => {
    expect(await read(PAGE, "text/html,*/*;q=0.8")).toEqual([
      200,
      "text/html",
      "<h1>of the site</h1>",
    ]);
    expect((await fetch(nginx.url + PAGE)).headers.get("vary")).toBe("Accept");
    expect((await read("/docs/none", "text/html"))[0]).toBe(404);
  });

  it.each([
    [PAGE, "text/markdown, */*"],
    [PAGE, "text/html, text/markdown;q=0.5"],
    [`${PAGE}.md`, "*/*"],
    [`${PAGE}.md`, "text/html"],
  ])("agents get the Markdown of a page: %s, %s", async (path, accept) => {
    const [status, type, text] = await read(path, accept);

    expect([status, type]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(text).toContain(`All pages: ${SITE}/llms.txt`);
  });

  it("the lists, the search and MCP are docgate's", async () => {
    for (const path of ["/llms.txt", "/llms/guide.txt", "/llms-full.txt", "/search.json?q=steps"]) {
      expect((await read(path, "*/*"))[0], path).toBe(200);
    }
    expect((await read("/mcp", "*/*"))[0]).toBe(405);
  });

  it("an unknown page is a 404 with the nearest pages", async () => {
    const [status, , text] = await read("/docs/guide/frist-steps", "text/markdown");

    expect(status).toBe(404);
    expect(text).toContain(`(${SITE}${PAGE}.md)`);
  });
});
