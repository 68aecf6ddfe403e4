import { expect, it } from "vitest";
import { addressListOf, formatAddressList } from "../../../corpus/addresses/address-list.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { createDocs } from "../../../runtime/docs/execute/queries.ts";
import { createApp } from "../../../runtime/serve/create-app.ts";
import { corpusFrom } from "../../support/corpora.ts";
import { makeTree } from "../../support/tree.ts";

const TREE = {
  "guide/install.md": `# Install

##### Deep

<a id="old-name"></a>See [the API](https://api.acme.example/docs/errors#codes), [itself](#install),
[one page](../start.md), [its address](https://docs.acme.example/docs/start) and
[the API again](https://api.acme.example/docs/errors#codes).
`,
  "start.md": "# Start\n\n## First steps\n",
  "redirects.json": JSON.stringify({
    version: 1,
    redirects: [{ from: "begin", to: "start#first-steps" }],
  }),
};

async function corpusOf(files: Record<string, string>) {
  const config = parseConfig({ name: "Acme", siteUrl: "https://docs.acme.example" });
  const { content } = await generate({ root: await makeTree(files), config });
  return { ...content, sha256: "0".repeat(64) };
}

it("lists every page with the fragments that lead somewhere, redirects, and links to other hosts", async () => {
  expect(addressListOf(await corpusOf(TREE))).toEqual({
    version: 1,
    corpus: "0".repeat(64),
    name: "Acme",
    siteUrl: "https://docs.acme.example",
    base: "/docs",
    pages: [
      {
        id: "guide/install",
        slug: "/docs/guide/install",
        anchors: ["install", "deep", "old-name"],
      },
      { id: "start", slug: "/docs/start", anchors: ["start", "first-steps"] },
    ],
    redirects: [{ from: "begin", to: "start#first-steps" }],
    links: [{ from: "guide/install", to: ["https://api.acme.example/docs/errors#codes"] }],
  });
});

it("is served at /addresses.json, the same bytes from the file as from the generator", async () => {
  const { docs, meta } = await corpusOf(TREE);
  const corpus = corpusFrom(docs, meta);
  const { fetch } = createApp({ source: { current: () => createDocs(corpus) } });
  const ask = (init?: RequestInit) =>
    fetch(new Request("http://localhost/addresses.json", init as RequestInit));

  const answer = await ask();
  const text = await answer.text();
  const again = await ask({ headers: { "If-None-Match": answer.headers.get("etag")! } });

  expect(text).toBe(formatAddressList(corpus));
  expect(text).toBe(formatAddressList({ docs, meta, redirects: [], sha256: corpus.sha256 }));
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(again.status).toBe(304);
  expect((await ask({ method: "POST" })).status).toBe(405);
});
