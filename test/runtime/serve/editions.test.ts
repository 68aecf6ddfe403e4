import { copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Edition, Field } from "../../../corpus/schema.ts";
import type { Reload } from "../../../runtime/docs/corpus-source.ts";
import { openEditions } from "../../../runtime/docs/open-editions.ts";
import { createAssets } from "../../../runtime/serve/assets.ts";
import { countTokens } from "../../support/agent-answers.ts";
import { openApp } from "../../support/app.ts";
import { makeDoc, writeCorpus } from "../../support/corpora.ts";
import { LOCAL } from "../../support/mcp-server.ts";
import { makeTree } from "../../support/tree.ts";

const EDITIONS: Readonly<Record<string, Partial<Edition>>> = {
  v3: { version: "3", language: "en" },
  v2: { version: "2", language: "en" },
  "he.3": { version: "3", language: "he" },
  handbook: {},
  acme: { version: "3", access: "contract" },
};

/** Types of fields of the editions that have some. */
const FIELDS: Readonly<Record<string, Record<string, Field>>> = {
  v3: { level: { type: "number" }, tags: { type: "string[]" } },
  v2: { level: { type: "number" }, tags: { type: "string" } },
};

/** Writes a corpus for each edition: `index`, and a page that only it has. */
async function writeAll(): Promise<string> {
  const folder = await makeTree({});
  for (const [name, traits] of Object.entries(EDITIONS)) {
    const edition: Edition = {
      name,
      version: null,
      language: null,
      set: null,
      access: "public",
      ...traits,
    };
    const docs = ["index", `of-${name}`].map((id) =>
      makeDoc(id, {
        slug: `/${name}/${id}`,
        title: `Title ${id}`,
        body: `zebra${name}`,
        ...(name in FIELDS && { fields: { level: 1, tags: name === "v2" ? name : [name] } }),
      }),
    );
    await writeCorpus(join(folder, `${name}.json`), { docs, edition, fields: FIELDS[name] });
  }
  return folder;
}

const HITS = (args: string) =>
  `/graphql?query=${encodeURIComponent(`{ hits(query: "zebra", ${args}) { items { slug doc { slug elsewhere { edition } fields { level tags } } } } }`)}`;

async function open(folder: string, names = ["v3", "v2", "he.3", "handbook"]) {
  const files = names.map((name) => ({ name, file: join(folder, `${name}.json`) }));
  const editions = await openEditions(files, { trust: null });
  onTestFinished(() => editions.close());
  const { standard, named } = editions;
  const app = openApp({
    docs: standard.current,
    corpusDownload: standard.download,
    corpusState: standard.state,
    editions: named,
    mcp: LOCAL,
    assets: createAssets(),
    onError: (error) => expect.unreachable(String(error)),
  });
  const get = async (path: string, headers = {}) =>
    (await app.request(path, { headers: { Accept: "application/json", ...headers } })).text();
  async function call(name: string, given: object) {
    const params = { name, arguments: given };
    const { result } = await askMcp({ method: "tools/call", params });
    return result.content[0].text as string;
  }
  async function askMcp(message: object) {
    const response = await app.request("/mcp", {
      method: "POST",
      headers: {
        Accept: "application/json, text/event-stream",
        "Content-Type": "application/json",
        Host: "localhost",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  }
  return { editions, get, call, askMcp };
}

const QUERY = `/graphql?query=${encodeURIComponent(
  "{ meta { endpoint } edition { name isDefault } editions { name } docs { slug elsewhere { edition slug } } }",
)}`;

describe("several editions", () => {
  it("each answers at its own addresses, the first also without a name", async () => {
    const { get } = await open(await writeAll());
    const names = Object.keys(EDITIONS).filter((name) => name !== "acme");

    for (const [name, at] of [["v3", ""], ...names.map((each) => [each, `/e/${each}`])]) {
      const { data } = JSON.parse(await get(`${at}${QUERY}`));
      expect(data.edition).toEqual({ name, isDefault: name === "v3" });
      expect(data.meta.endpoint).toBe(name === "v3" ? "/graphql" : `/e/${name}/graphql`);
      expect(data.editions.map(({ name }: Edition) => name)).toEqual(names);
      expect(data.docs.map(({ slug }: { slug: string }) => slug)).toEqual([
        `/${name}/index`,
        `/${name}/of-${name}`,
      ]);
      expect(JSON.parse(await get(`${at}/search.json?q=zebra`)).items[0].slug).toContain(name);
      expect(JSON.parse(await get(`${at}/corpus.json`)).meta.edition.name).toBe(name);
      expect(await get(`${at}/llms.txt`)).toContain(`/${name}/index.md`);
      expect(await get(`/${name}/of-${name}.md`)).toContain(`zebra${name}`);
    }
  });

  it("elsewhere: the same page in editions of the same set", async () => {
    const { get } = await open(await writeAll());
    const elsewhereIn = async (name: string) =>
      JSON.parse(await get(`/e/${name}${QUERY}`)).data.docs.map(
        ({ elsewhere }: { elsewhere: object[] }) => elsewhere,
      );

    expect(await elsewhereIn("v3")).toEqual([
      [
        { edition: "v2", slug: "/v2/index" },
        { edition: "he.3", slug: "/he.3/index" },
      ],
      [],
    ]);
    expect(await elsewhereIn("handbook")).toEqual([[], []]);
  });

  it("ATTACK-R208 a search in a named edition finds its pages, and names public ones alone", async () => {
    const { get } = await open(await writeAll());
    const hits = async (args: string) => JSON.parse(await get(HITS(args)));

    for (const name of ["v3", "v2", "handbook"]) {
      const { items } = JSON.parse(await get(`/e/v2/search.json?q=zebra&edition=${name}`));
      expect(items[0].slug).toBe(`/${name}/index`);
    }
    const [own, older, without] = await Promise.all(
      ["v3", "v2", "handbook"].map(
        async (name) => (await hits(`edition: "${name}"`)).data.hits.items[0].doc,
      ),
    );
    expect(own).toMatchObject({ slug: "/v3/index", fields: { level: 1, tags: ["v3"] } });
    // Its field of this name has another type.
    expect(older).toMatchObject({ slug: "/v2/index", fields: { level: 1, tags: [] } });
    expect(older.elsewhere).toContainEqual({ edition: "v3" });
    expect(without).toMatchObject({ slug: "/handbook/index", fields: { level: null, tags: [] } });

    const unknown = 'There is no edition "acme". Expected one of "v3", "v2", "he.3", "handbook".';
    const { errors } = await hits('edition: "acme"');
    expect(errors[0]).toMatchObject({ message: unknown, extensions: { code: "BAD_USER_INPUT" } });
    expect(await get("/search.json?q=zebra&edition=acme")).toBe(
      JSON.stringify({ message: unknown }),
    );

    // Filters are judged by the fields of the edition.
    const where = "where: { level: { eq: 1 } }";
    expect((await hits(`edition: "v2", ${where}`)).data.hits.items).toHaveLength(2);
    expect((await hits(`edition: "handbook", ${where}`)).errors[0].extensions.code).toBe(
      "BAD_USER_INPUT",
    );
    expect(await get("/search.json?q=zebra&edition=v2&where.tags=v2")).toContain('"total":2');
    expect(await get("/search.json?q=zebra&edition=handbook&where.tags=1")).toContain('"message"');
  });

  it("MCP searches and lists a named edition, and reads the pages of all", async () => {
    const { call, askMcp } = await open(await writeAll());
    const { tools } = (await askMcp({ method: "tools/list" })).result;
    expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(700);

    const found = await call("search_docs", { query: "zebra", edition: "v2" });
    expect(found).toContain(" · edition v2 of v3, v2, he.3, handbook\n");
    expect(found).toContain("/v2/index");
    expect(found).not.toContain("/v3/");
    expect(await call("list_docs", { edition: "handbook" })).toContain("/handbook/of-handbook");
    expect(await call("list_docs", {})).toContain(" · edition v3 of v3, v2, he.3, handbook\n");
    const read = await call("read_docs", { refs: ["/v3/of-v3", "/v2/of-v2"] });
    for (const text of ["zebrav3", "zebrav2"]) expect(read).toContain(text);

    for (const name of ["search_docs", "list_docs"]) {
      const where = { level: { eq: 1 } };
      const given = { query: name === "list_docs" ? undefined : "zebra", where };
      expect(await call(name, { ...given, edition: "v2" })).toContain("/v2/of-v2");
      expect(await call(name, { ...given, edition: "handbook" })).toContain("level");
      expect(await call(name, { ...given, edition: "acme" })).toContain(
        'There is no edition "acme". Expected one of "v3", "v2", "he.3", "handbook".',
      );
    }
  });

  it("the pages say which edition they are of, and lead to the same page in others", async () => {
    const { get } = await open(await writeAll());
    const read = (path: string) => get(path, { Accept: "text/html" });
    const [v3, v2, he, alone, handbook] = await Promise.all(
      ["v3/index", "v2/index", "he.3/index", "v2/of-v2", "handbook/index"].map((path) =>
        read(`/${path}`),
      ),
    );

    expect(v3).toContain('<article lang="en" dir="ltr">');
    expect(he).toContain('<article lang="he" dir="rtl">');
    expect(handbook).toContain("<article>");
    for (const page of [v3, he]) {
      expect(page).toContain('<link rel="alternate" hreflang="en" href="../v3/index">');
      expect(page).toContain('<link rel="alternate" hreflang="he" href="../he.3/index">');
      expect(page).not.toContain("older");
    }
    // There is no page of this version in another language.
    expect(v2).not.toContain('rel="alternate" hreflang');
    expect(v2).toContain(
      'This is version <bdi>2</bdi>, which is older than <a href="../v3/index"><bdi>3</bdi></a>.',
    );
    expect(v2).toContain('<li><a href="../v3/index" hreflang="en"><bdi>English 3</bdi></a></li>');
    expect(v2).toContain('<li><a href="../v2/index" aria-current="true"><bdi>English 2</bdi></a>');
    expect(alone).toContain("which is older than <bdi>3</bdi>.");
    for (const page of [alone, handbook]) expect(page).not.toContain("Versions and languages");
    // Breadcrumbs and the list of pages are those of the edition.
    expect(v2).toContain('<li><a href="../v2/index"><bdi>Test</bdi></a></li>');
    expect(v2).toContain(' href="../e/v2/llms.txt"');
    expect(v3).toContain(' href="../llms.txt"');
    // The search of a page is that of its edition.
    expect(v2).toContain(' src="../e/v2"');
    expect(v3).not.toContain(' src="../e/');
  });

  it("ATTACK-R203 one for partners is not opened for everyone, nor one of another name", async () => {
    const folder = await writeAll();

    await expect(open(folder, ["v3", "acme"])).rejects.toThrow(/only partners may read/);
    await copyFile(join(folder, "v2.json"), join(folder, "other.json"));
    await expect(open(folder, ["v3", "other"])).rejects.toThrow(/is not of edition "other"/);
  });

  it("ATTACK-R207 a corpus of another edition, or one for partners, never takes its place", async () => {
    const folder = await writeAll();
    const { editions, get } = await open(folder, ["v3", "v2"]);
    const reloads: Reload[] = [];
    editions.follow((reload) => reloads.push(reload));
    const before = await get(`/e/v2${QUERY}`);

    for (const name of ["he.3", "acme"]) {
      await copyFile(join(folder, `${name}.json`), join(folder, "new.json"));
      await rename(join(folder, "new.json"), join(folder, "v2.json"));
      await vi.waitFor(() => expect(reloads.shift()?.outcome).toBe("refused"));
      expect(await get(`/e/v2${QUERY}`)).toBe(before);
      // The one that was refused may be one that nobody may know of.
      expect(await get("/readyz")).not.toContain(name);
    }
  });

  it("each is replaced by itself, and the others know it", async () => {
    const folder = await writeAll();
    const { editions, get } = await open(folder, ["v3", "v2"]);
    const reloads: Reload[] = [];
    editions.follow((reload) => reloads.push(reload));
    expect(await get(QUERY)).toContain('"/v2/index"');

    const edition: Edition = {
      name: "v2",
      version: "2",
      language: null,
      set: null,
      access: "public",
    };
    const docs = [makeDoc("index", { slug: "/v2/moved" })];
    await writeCorpus(join(folder, "v2.json"), { docs, edition });
    await vi.waitFor(() => expect(reloads.shift()?.outcome).toBe("taken"));
    expect(await get(QUERY)).toContain('"/v2/moved"');

    const clash = [makeDoc("index", { slug: "/v3/index" })];
    await writeCorpus(join(folder, "v2.json"), { docs: clash, edition });
    await vi.waitFor(() =>
      expect(reloads.shift()?.message).toMatch(
        /editions "v3" and "v2" both have a page at "\/v3\/index"/,
      ),
    );
  });
});
