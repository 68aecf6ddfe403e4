import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import type { App } from "../../../../runtime/serve/app.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { openApp } from "../../../support/app.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";

describe("GET /llms.txt of many pages", () => {
  it("lists the lists of the sections if it would have more than 50,000 characters", async () => {
    const docs = ["a", "b c", "ü"].flatMap((section) =>
      Array.from({ length: 400 }, (_, at) =>
        makeDoc(`${section}/page-${at}`, { section, description: "d".repeat(20) }),
      ),
    );
    const app = serve(corpusFrom(docs));

    const text = await (await app.request("/llms.txt")).text();

    const lists = Array.from(text.matchAll(/\]\(([^)]+)\): 400 pages/g), ([, address]) => address!);
    expect(lists).toEqual(["/llms/a.txt", "/llms/b%20c.txt", "/llms/%C3%BC.txt"]);
    for (const address of lists) {
      const list = await app.request(address);
      expect(list.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      const links = (await list.text()).match(/^- \[/gm);
      expect(links).toHaveLength(400);
    }
    expect((await app.request("/llms/none.txt")).status).toBe(404);
  });

  it("names the folders of a section whose list would have more than 50,000 characters", async () => {
    const folder = (path: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        makeDoc(`${path}/page-${at}`, { description: "d".repeat(30) }),
      );
    const app = serve(
      corpusFrom([
        ...folder("long/a b", 500),
        ...folder("long/ü/deep", 700),
        ...folder("long", 2),
        ...folder("short/in", 5),
      ]),
    );
    const read = async (path: string) => (await app.request(path)).text();

    const listed = [
      ["long", "/llms/long.txt", 1202],
      ["long/a b", "/llms/long/a%20b.txt", 500],
      ["long/ü", "/llms/long/%C3%BC.txt", 700],
      ["long/ü/deep", "/llms/long/%C3%BC/deep.txt", 700],
    ] as const;
    const lines = listed.map(([name, path, count]) => `- [${name}](${path}): ${count} pages`);
    expect(await read("/llms.txt")).toContain(
      `## Sections\n\n${lines.join("\n")}\n- [short](/llms/short.txt): 5 pages\n`,
    );
    // The pages of a folder that has a list are there alone.
    const pages = { "/llms/long.txt": 2, "/llms/long/a%20b.txt": 500, "/llms/long/%C3%BC.txt": 0 };
    for (const [path, count] of Object.entries(pages)) {
      const links = (await read(path)).match(/^- .*\.md\)/gm) ?? [];
      expect(links, path).toHaveLength(count);
    }
    expect(await read("/llms/long.txt")).toContain(
      `> 1202 pages. All sections: /llms.txt\n\n## Folders\n\n${lines.slice(1).join("\n")}\n\n## long\n\n- [long/page-0](/docs/long/page-0.md): `,
    );
    expect(await read("/llms/long/a%20b.txt")).not.toContain("## Folders");
    expect((await read("/llms/short/in.txt")).match(/^- /gm)).toHaveLength(5);
    expect((await app.request("/llms/long/none.txt")).status).toBe(404);
  });

  it("no list has more than 50,000 characters, and all of them together have each page once", async () => {
    const pages = (folder: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        makeDoc(`${folder}/page-${at}`, {
          title: "t".repeat(9 * at),
          description: "d".repeat(400),
        }),
      );
    const docs = [
      ...pages("flat", 700),
      ...pages("deep/in", 300),
      ...pages("deep", 300),
      ...Array.from({ length: 2_000 }, (_, at) => pages(`section-${at}`, 1)).flat(),
    ];
    const app = serve(corpusFrom(docs));

    const lists = ["/llms.txt"];
    const found: string[] = [];
    for (const list of lists) {
      const text = await (await app.request(list)).text();
      expect(text.length, list).toBeLessThanOrEqual(50_000);
      const next = /^Part \d+ of \d+\. The next part: (\S+)$/m.exec(text)?.[1];
      const links = Array.from(text.matchAll(/^- \[[^\]]*\]\(([^)]+)\)/gm), ([, link]) => link!);
      found.push(...links.filter((link) => link.endsWith(".md")));
      for (const link of [...links.filter((link) => link.endsWith(".txt")), next ?? []].flat()) {
        if (!lists.includes(link)) lists.push(link);
      }
    }

    expect(found.sort()).toEqual(docs.map(({ slug }) => `${slug}.md`).sort());
    expect(lists).toContain("/llms.txt?part=2");
    expect(lists).toContain("/llms/flat.txt?part=2");
    for (const part of ["0", "-1", "x", "", "1e1", "99", "1000000"]) {
      for (const list of ["/llms.txt", "/llms/flat.txt"]) {
        expect((await app.request(`${list}?part=${part}`)).status, part).toBe(404);
      }
    }
  });
});

function serve(corpus: Corpus): App {
  const docs = createDocs(corpus);
  return openApp({
    docs: () => docs,
    assets: createAssets({ directory: "no such folder" }),
    onError(error) {
      throw error;
    },
  });
}
