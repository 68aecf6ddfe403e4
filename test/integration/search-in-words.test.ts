import { describe, expect, it } from "vitest";
import { loadCorpus } from "../../corpus/read/read.ts";
import { RUNTIMES } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { dataOf, post } from "../support/graphql-client.ts";
import { shareServer } from "../support/shared-server.ts";

const HITS = `query ($query: String!, $section: String, $limit: Int, $perDoc: Int) {
  hits(query: $query, section: $section, limit: $limit, perDoc: $perDoc) {
    total loosened corrections { from to }
    items {
      doc { id title slug } heading { depth text anchor } breadcrumbs slug
      excerpt { text marks { start end } } missing
    }
  }
}`;

/** Questions of every kind over the handbook. */
const QUERIES = [
  "install",
  "find text in pages",
  "serach limits",
  '"on linux"',
  "検索",
  "überblick",
  "nowhere to be found",
  "",
];

describe.each(RUNTIMES)("search in words on %s", (runtime) => {
  const server = shareServer({ runtime });
  const search = (parameters: string, init?: RequestInit) =>
    fetch(`${server.url}/search.json${parameters}`, init);

  it("gives the same places by GraphQL and by REST, in the order of the library on Node", async () => {
    const corpus = await loadCorpus(server.corpus);
    for (const query of QUERIES) {
      const { hits } = await dataOf(server, HITS, { query });
      const rest = await jsonOf(await search(`?q=${encodeURIComponent(query)}`));

      expect(rest).toEqual({
        query,
        ...hits,
        items: hits.items.map(({ doc, heading, excerpt, ...hit }: RestSource) => ({
          ...hit,
          id: doc.id,
          title: doc.title,
          heading: heading?.text ?? null,
          excerpt: {
            text: excerpt.text,
            marks: excerpt.marks.map(({ start, end }) => [start, end]),
          },
        })),
      });
      expect(rest).toEqual(JSON.parse(JSON.stringify(corpus.search.hits(query))));
    }
  });

  it("gives slugs that lead to their docs", async () => {
    for (const query of QUERIES) {
      const { hits } = await dataOf(server, HITS, { query, limit: 50, perDoc: 10 });
      for (const { slug, heading, doc } of hits.items) {
        const [page, anchor] = slug.split("#");
        const found = await dataOf(
          server,
          "query ($slug: String) { doc(slug: $slug) { id headings { anchor } } }",
          { slug: page },
        );
        expect(found.doc.id).toBe(doc.id);
        if (anchor !== undefined) {
          expect(anchor).toBe(heading.anchor);
          expect(found.doc.headings).toContainEqual({ anchor });
        }
      }
    }
  });
});

// biome-ignore lint/suspicious/noExplicitAny: each test says what it expects.
function jsonOf(answer: Response): Promise<any> {
  return answer.json();
}

interface RestSource {
  readonly doc: { readonly id: string; readonly title: string };
  readonly heading: { readonly text: string } | null;
  readonly excerpt: {
    readonly text: string;
    readonly marks: readonly { readonly start: number; readonly end: number }[];
  };
}

describe.each(runtimesOf("node"))("hits in GraphQL on %s", (runtime) => {
  const server = shareServer({ runtime });

  it("bound a section, the hits and those of a page; null takes the default", async () => {
    const all = await dataOf(server, HITS, { query: "a", section: null, limit: null });
    expect(all.hits.items).toHaveLength(Math.min(all.hits.total, 10));

    const { hits } = await dataOf(server, HITS, { query: "a", section: "graphql", perDoc: 1 });
    const ids = hits.items.map(({ doc }: RestSource) => doc.id);
    expect(ids.toSorted()).toEqual(["graphql/errors", "graphql/search"]);
    const one = await dataOf(server, HITS, { query: "a", limit: 1 });
    expect(one.hits).toMatchObject({ total: all.hits.total, items: [all.hits.items[0]] });
  });

  it.each([
    [{ query: "a", limit: 0 }, "limit"],
    [{ query: "a", limit: 51 }, "limit"],
    [{ query: "a", perDoc: 0 }, "perDoc"],
    [{ query: "a", perDoc: 11 }, "perDoc"],
    [{ query: "a".repeat(501) }, "query"],
  ])("DOC-B5 refuse %j with a code and the name of the argument", async (variables, name) => {
    const { body } = await post(server, { query: HITS, variables });

    expect(body.data).toBe(null);
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(`^Argument "${name}" must .*\\.$`),
        path: ["hits"],
        extensions: { code: "BAD_USER_INPUT" },
      }),
    ]);
  });

  it("DQA §8 count for the limits of a query as other fields do", async () => {
    const body = "{ total items { doc { links } excerpt { marks { start } } } }";
    const many = Array.from({ length: 21 }, (_, at) => `a${at}: hits(query: "a") ${body}`);

    const { body: refused } = await post(server, { query: `{ ${many.join(" ")} }` });
    expect(refused.errors[0].extensions).toMatchObject({ limit: "maxAliases" });
  });

  it("backlinks are the docs that link to a page, in order of path", async () => {
    const { docs } = await dataOf(server, "{ docs { id links backlinks } }");

    for (const { id, backlinks } of docs as readonly DocLinks[]) {
      const linking = (docs as readonly DocLinks[]).filter(({ links }) => links.includes(id));
      expect(backlinks).toEqual(linking.map((doc) => doc.id));
    }
    expect(docs).toContainEqual(
      expect.objectContaining({
        id: "graphql/search",
        backlinks: ["graphql/errors", "guide/first-steps", "index"],
      }),
    );
  });
});

interface DocLinks {
  readonly id: string;
  readonly links: readonly string[];
  readonly backlinks: readonly string[];
}

describe.each(runtimesOf("node"))("/search.json on %s", (runtime) => {
  const server = shareServer({ runtime });
  const search = (parameters: string, init?: RequestInit) =>
    fetch(`${server.url}/search.json${parameters}`, init);

  it("may be read by any page, and is kept by caches with a strong entity tag", async () => {
    const { status, headers } = await search("?q=install", {
      headers: { Origin: "https://shop.example" },
    });

    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(headers.get("etag")).toMatch(/^"[\w-]+"$/);
  });

  it("is 304 for a client that has the answer, and another answer has another tag", async () => {
    const etag = (await search("?q=install")).headers.get("etag")!;
    const again = await search("?q=install", { headers: { "If-None-Match": etag } });
    const other = await search("?q=errors", { headers: { "If-None-Match": etag } });

    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect(again.headers.get("etag")).toBe(etag);
    expect(other.status).toBe(200);
    expect(other.headers.get("etag")).not.toBe(etag);
  });

  it("answers HEAD with the head alone, and preflight requests", async () => {
    const head = await search("?q=install", { method: "HEAD" });
    const get = await search("?q=install");
    const preflight = await search("", { method: "OPTIONS" });

    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET");
  });

  it.each([
    ["", "q"],
    [`?q=${"a".repeat(501)}`, "q"],
    ["?q=a&limit=0", "limit"],
    ["?q=a&limit=51", "limit"],
    ["?q=a&limit=", "limit"],
    ["?q=a&limit=1.5", "limit"],
    ["?q=a&perDoc=11", "perDoc"],
    ["?q=a&perDoc=x", "perDoc"],
  ])("%s is 400 with a message that names the parameter %s", async (parameters, name) => {
    const answer = await search(parameters);

    expect(answer.status).toBe(400);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toEqual({
      message: expect.stringMatching(`^Parameter "${name}" must .*\\.$`),
    });
  });

  it("ignores other parameters, and takes an empty section for all", async () => {
    const plain = await (await search("?q=install")).json();

    expect(await (await search("?q=install&section=&utm_source=x")).json()).toEqual(plain);
    const none = await (await search("?q=install&section=none")).json();
    expect(none).toMatchObject({ total: 0, items: [] });
  });

  it("is 405 for other methods", async () => {
    const answer = await search("?q=a", { method: "POST" });

    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await answer.json()).toEqual({ message: "The method must be GET." });
  });

  it("is compressed where it is long", async () => {
    const answer = await search("?q=a&limit=50&perDoc=10", {
      headers: { "Accept-Encoding": "gzip" },
    });

    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expect((await jsonOf(answer)).total).toBeGreaterThan(5);
  });
});
