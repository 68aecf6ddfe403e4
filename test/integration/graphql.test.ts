import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  assertObjectType,
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
} from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { RUNTIMES } from "../support/command.ts";
import { makeDocs, writeCorpus } from "../support/corpora.ts";
import {
  dataOf,
  errorOf,
  FULL_INTROSPECTION,
  get,
  post,
  request,
} from "../support/graphql-client.ts";
import { chunkedPostText, connectRaw, postText } from "../support/raw-client.ts";
import type { ServerOptions } from "../support/server.ts";
import { shareServer } from "../support/shared-server.ts";

const MEBIBYTE = 2 ** 20;
const RESPONSE_TYPE = "application/graphql-response+json";
/** The Accept header of a browser whose user opens an address. */
const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Section 2: every type with its fields, as in the tables, and the types of search in words. */
const TYPES: Record<string, Record<string, string>> = {
  Doc: {
    id: "ID!",
    path: "String!",
    slug: "String!",
    title: "String!",
    description: "String",
    section: "String!",
    category: "String",
    headings: "[Heading!]!",
    body: "String!",
    wordCount: "Int!",
    links: "[ID!]!",
    backlinks: "[ID!]!",
    elsewhere: "[Counterpart!]!",
    codeBlocks: "[CodeBlock!]!",
    previous: "Doc",
    next: "Doc",
  },
  Heading: { depth: "Int!", text: "String!", anchor: "String!", hash: "String!" },
  CodeBlock: { lang: "String", meta: "String", text: "String!", heading: "Heading" },
  Section: { name: "String!", docCount: "Int!", docs: "[Doc!]!" },
  ApiMeta: {
    name: "String!",
    description: "String!",
    docCount: "Int!",
    sections: "[String!]!",
    endpoint: "String!",
  },
  GraphNode: { id: "ID!", title: "String!", section: "String!", slug: "String!" },
  GraphEdge: { from: "ID!", to: "ID!" },
  DocGraph: { nodes: "[GraphNode!]!", edges: "[GraphEdge!]!" },
  HitList: {
    total: "Int!",
    loosened: "Boolean!",
    corrections: "[Correction!]!",
    items: "[Hit!]!",
  },
  Correction: { from: "String!", to: "String!" },
  Hit: {
    doc: "Doc!",
    heading: "Heading",
    breadcrumbs: "[String!]!",
    slug: "String!",
    hash: "String!",
    excerpt: "Excerpt!",
    missing: "[String!]!",
  },
  Excerpt: { text: "String!", marks: "[Mark!]!" },
  Edition: {
    name: "String!",
    version: "String",
    language: "String",
    isDefault: "Boolean!",
    docCount: "Int!",
    sha256: "String!",
    url: "String!",
  },
  Counterpart: { edition: "String!", slug: "String!" },
  Redirect: { from: "String!", to: "String", gone: "Boolean!" },
  Mark: { start: "Int!", end: "Int!" },
  Changes: {
    since: "String!",
    sha256: "String!",
    pages: "[PageChange!]!",
    sections: "[SectionChange!]!",
  },
  PageChange: { change: "ChangeKind!", id: "ID!", from: "ID", slug: "String!", title: "String!" },
  SectionChange: {
    change: "ChangeKind!",
    id: "ID!",
    anchor: "String",
    from: "SectionPlace",
    hash: "String!",
    before: "String",
  },
  SectionPlace: { id: "ID!", anchor: "String" },
};

/** Section 4: the root fields, as in the table, and search in words. */
const ROOT_FIELDS: Record<string, { args: string[]; type: string }> = {
  meta: { args: [], type: "ApiMeta!" },
  editions: { args: [], type: "[Edition!]!" },
  edition: { args: [], type: "Edition!" },
  sections: { args: [], type: "[Section!]!" },
  docs: { args: ["section: String", "search: String", "limit: Int = 100"], type: "[Doc!]!" },
  doc: { args: ["id: ID", "slug: String"], type: "Doc" },
  redirect: { args: ["slug: String!", "anchor: String"], type: "Redirect" },
  search: { args: ["query: String!", "limit: Int = 20"], type: "[Doc!]!" },
  graph: { args: [], type: "DocGraph!" },
  hits: {
    args: [
      ...["query: String!", "section: String", "limit: Int = 10", "perDoc: Int = 3"],
      "edition: String",
    ],
    type: "HitList!",
  },
  changes: { args: ["since: String!"], type: "Changes!" },
};

/** DOC-A11: the handbook's pages in code-point order of their paths. */
const IDS_IN_ORDER = [
  "README",
  "graphql/errors",
  "graphql/search",
  "guide/first-steps",
  "guide/install/index",
  "index",
  "onboarding/team",
];

/** Section 2: a page with everything that a page can have, derived by hand from its Markdown. */
const INSTALL_PAGE = {
  id: "guide/install/index",
  path: "guide/install/index.md",
  slug: "/docs/guide/install/index",
  title: "Install",
  description: "Put Acme on a machine.",
  section: "guide",
  category: "install",
  headings: [
    { depth: 1, text: "Install", anchor: "install" },
    { depth: 2, text: "On Linux", anchor: "on-linux" },
    { depth: 2, text: "On Linux", anchor: "on-linux-1" },
  ],
  body:
    "\n# Install\n\n## On Linux\n\nRun the installer. See [the next steps](../first-steps.md).\n\n" +
    "## On Linux\n\nA second heading of the same text.\n\n##### Not in the outline\n",
  wordCount: 27,
  links: ["guide/first-steps"],
};

/** Each runtime, and no answer cached: only the time can differ. */
const SERVERS: [string, ServerOptions][] = [
  ...RUNTIMES.map((runtime): [string, ServerOptions] => [runtime, { runtime }]),
  ["node, caching no answers", { args: ["--answer-cache-mib", "0"] }],
];

describe.each(SERVERS)("GraphQL on %s", (_, options) => {
  const server = shareServer(options);

  async function idsOf(query: string, variables?: Record<string, unknown>): Promise<string[]> {
    const data = await dataOf(server, query, variables);
    return Object.values<{ id: string }[]>(data)[0]!.map(({ id }) => id);
  }

  describe("schema", () => {
    let schema: GraphQLSchema;

    beforeAll(async () => {
      schema = buildClientSchema(await dataOf(server, getIntrospectionQuery()));
    });

    const fields = Object.entries(TYPES).flatMap(([type, members]) =>
      Object.entries(members).map(([field, expected]) => ({ type, field, expected })),
    );

    it.each(fields)("DQA §2 $type.$field: $expected", ({ type, field, expected }) => {
      expect(String(fieldsOf(schema, type)[field]?.type)).toBe(expected);
      expect(fieldsOf(schema, type)[field]?.args).toEqual([]);
    });

    it.each(Object.keys(TYPES))("DQA §2 %s has no other fields", (type) => {
      expect(Object.keys(fieldsOf(schema, type))).toEqual(Object.keys(TYPES[type]!));
    });

    it("DQA §2 there are no other types", () => {
      const own = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith("__"));
      const leaves = ["Boolean", "ChangeKind", "ID", "Int", "String"];

      expect(own.sort()).toEqual([...Object.keys(TYPES), "Query", ...leaves].sort());
    });

    it.each(Object.entries(ROOT_FIELDS))("DQA §4 root field %s: %o", (name, { args, type }) => {
      const field = fieldsOf(schema, "Query")[name]!;
      const signature = field.args.map((arg) => {
        const fallback = arg.defaultValue === undefined ? "" : ` = ${arg.defaultValue}`;
        return `${arg.name}: ${arg.type}${fallback}`;
      });

      expect(signature).toEqual(args);
      expect(String(field.type)).toBe(type);
    });

    it("DQA §4 there are no other root fields", () => {
      expect(Object.keys(fieldsOf(schema, "Query"))).toEqual(Object.keys(ROOT_FIELDS));
    });

    it("DQA §1 read-only: there is no mutation and no subscription type", () => {
      expect(schema.getMutationType()).toBeNull();
      expect(schema.getSubscriptionType()).toBeNull();
    });

    it.each([...Object.keys(TYPES), "Query"])(
      "DQA §1 %s has a description, with every field and argument, for explorers",
      (type) => {
        const fields = Object.values(fieldsOf(schema, type));

        expect(schema.getType(type)?.description).toBeTruthy();
        for (const described of fields.flatMap((field) => [field, ...field.args])) {
          expect(described.description, described.name).toBeTruthy();
        }
      },
    );

    it("DQA §1 introspection with every option of graphql-js is answered", async () => {
      expect((await dataOf(server, FULL_INTROSPECTION)).__schema.queryType.name).toBe("Query");
    });
  });

  describe("resources", () => {
    it.each(Object.entries(INSTALL_PAGE))("DQA §2 Doc.%s of a page", async (field, expected) => {
      const selection = field === "headings" ? "headings { depth text anchor }" : field;
      const query = `{ doc(id: "guide/install/index") { ${selection} } }`;

      expect(await dataOf(server, query)).toEqual({ doc: { [field]: expected } });
    });

    it("DQA §2 Doc.description: null if the author gave none", async () => {
      expect(await dataOf(server, '{ doc(id: "README") { description } }')).toEqual({
        doc: { description: null },
      });
    });

    it("DQA §2 Doc.category: null for a page directly in its section", async () => {
      expect(await dataOf(server, '{ doc(id: "guide/first-steps") { category } }')).toEqual({
        doc: { category: null },
      });
    });

    it("DQA §2 Doc.section: root, and no category, for a page in the docs root (DOC-A4)", async () => {
      expect(await dataOf(server, '{ doc(id: "index") { section category } }')).toEqual({
        doc: { section: "root", category: null },
      });
    });

    it("DQA §2 Doc.headings: none on a page without headings", async () => {
      expect(await dataOf(server, '{ doc(id: "onboarding/team") { headings { text } } }')).toEqual({
        doc: { headings: [] },
      });
    });

    it("DQA §2 Heading.anchor: every other run of characters is one dash, letters of any script stay (DOC-A7)", async () => {
      const query = "query ($id: ID!) { doc(id: $id) { headings { anchor } } }";
      const steps = await dataOf(server, query, { id: "guide/first-steps" });
      const search = await dataOf(server, query, { id: "graphql/search" });

      expect(steps.doc.headings).toEqual([{ anchor: "first-steps" }, { anchor: "what-s-new-" }]);
      expect(search.doc.headings).toEqual([
        { anchor: "search" },
        { anchor: "limits" },
        { anchor: "全文検索" },
      ]);
    });

    it("DQA §2 Section: name, docCount as the length of docs, docs", async () => {
      const { sections } = await dataOf(server, "{ sections { name docCount docs { id } } }");

      expect(sections).toEqual([
        {
          name: "graphql",
          docCount: 2,
          docs: [{ id: "graphql/errors" }, { id: "graphql/search" }],
        },
        {
          name: "guide",
          docCount: 2,
          docs: [{ id: "guide/first-steps" }, { id: "guide/install/index" }],
        },
        { name: "onboarding", docCount: 1, docs: [{ id: "onboarding/team" }] },
        { name: "root", docCount: 2, docs: [{ id: "README" }, { id: "index" }] },
      ]);
    });

    it("DQA §2 ApiMeta: name, description, docCount, sections, endpoint (DOC-B8)", async () => {
      const query = "{ meta { name description docCount sections endpoint } }";

      expect(await dataOf(server, query)).toEqual({
        meta: {
          name: "Acme",
          description: "The Acme handbook.",
          docCount: 7,
          sections: ["graphql", "guide", "onboarding", "root"],
          endpoint: "/graphql",
        },
      });
    });

    it("DQA §2 DocGraph: every page is a node, in docs order (DOC-A11)", async () => {
      const { graph, docs } = await dataOf(
        server,
        "{ graph { nodes { id title section slug } } docs { id title section slug } }",
      );

      expect(graph.nodes).toHaveLength(7);
      expect(graph.nodes).toEqual(docs);
      expect(graph.nodes[1]).toEqual({
        id: "graphql/errors",
        title: "Errors",
        section: "graphql",
        slug: "/docs/graphql/errors",
      });
    });

    it("DQA §2 DocGraph: every cross-link is an edge, in docs order of from, then order of links (DOC-A11)", async () => {
      const { graph, docs } = await dataOf(
        server,
        "{ graph { edges { from to } } docs { id links } }",
      );

      expect(graph.edges).toEqual([
        { from: "README", to: "index" },
        { from: "graphql/errors", to: "graphql/search" },
        { from: "guide/first-steps", to: "graphql/search" },
        { from: "guide/first-steps", to: "guide/install/index" },
        { from: "guide/install/index", to: "guide/first-steps" },
        { from: "index", to: "guide/install/index" },
        { from: "index", to: "graphql/search" },
      ]);
      expect(graph.edges).toEqual(
        docs.flatMap((doc: { id: string; links: string[] }) =>
          doc.links.map((to) => ({ from: doc.id, to })),
        ),
      );
    });
  });

  describe("transport", () => {
    it("DQA §4 POST /graphql with application/json: 200, application/json in UTF-8", async () => {
      const { status, headers, body } = await post(server, { query: "{ meta { name } }" });

      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(body).toEqual({ data: { meta: { name: "Acme" } } });
    });

    it("DQA §4 variables are referenced as $name", async () => {
      const query = "query ($id: ID!, $n: Int) { doc(id: $id) { id } docs(limit: $n) { id } }";

      expect(await dataOf(server, query, { id: "index", n: 1 })).toEqual({
        doc: { id: "index" },
        docs: [{ id: "README" }],
      });
    });

    it.each(["A", "B"])(
      "DQA §4 operationName picks operation %s of several",
      async (operationName) => {
        const query = "query A { a: meta { name } } query B { b: meta { name } }";
        const { body } = await post(server, { query, operationName });

        expect(body).toEqual({ data: { [operationName.toLowerCase()]: { name: "Acme" } } });
      },
    );

    it.each([
      ["none", undefined],
      ["an unknown name", "C"],
    ])(
      "DQA §4 operationName: %s for several operations is BAD_REQUEST",
      async (_, operationName) => {
        const query = "query A { meta { name } } query B { meta { name } }";
        const { body } = await post(server, { query, operationName });

        expect(body.errors[0].extensions.code).toBe("BAD_REQUEST");
        expect(body).not.toHaveProperty("data");
      },
    );

    it.each([
      ["[]", []],
      ["[{}]", [{}]],
      ["[{ query }]", [{ query: "{ meta { name } }" }]],
      ["two queries", [{ query: "{ meta { name } }" }, { query: "{ meta { name } }" }]],
    ])(
      "DQA §4, DQA §7 a batch, %s, is BAD_REQUEST: Batching is not supported.",
      async (_, batch) => {
        const { status, body } = await post(server, batch);

        expect(status).toBe(400);
        expect(body).toEqual({
          errors: [{ message: "Batching is not supported.", extensions: { code: "BAD_REQUEST" } }],
        });
      },
    );

    it("DQA §4 the response mirrors the selection: order, aliases, fragments, __typename", async () => {
      const { text } = await post(server, {
        query: `query ($with: Boolean!) {
          second: doc(id: "index") { ...Names __typename id }
          meta { endpoint name @skip(if: $with) docCount @include(if: $with) }
        }
        fragment Names on Doc { title heading: headings { text } }`,
        variables: { with: true },
      });

      expect(text).toBe(
        '{"data":{"second":{"title":"Acme handbook","heading":[{"text":"Welcome"}],' +
          '"__typename":"Doc","id":"index"},"meta":{"endpoint":"/graphql","docCount":7}}}',
      );
    });

    it("DQA §4 GET /graphql in a browser gets HTML (DOC-B7)", async () => {
      const { headers, text } = await request(server, { headers: { Accept: BROWSER_ACCEPT } });

      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(text).toMatch(/^<!doctype html>/i);
    });

    it("DQA §4 GET /graphql with a query gets HTML too where HTML is preferred (DOC-B7)", async () => {
      const { headers } = await get(
        server,
        { query: "{ meta { name } }" },
        { Accept: BROWSER_ACCEPT },
      );

      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    });

    it("DQA §4 GET /graph serves a visualization of the link graph", async () => {
      const response = await fetch(`${server.url}/graph`, { headers: { Accept: BROWSER_ACCEPT } });

      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    });

    it("DOC-B7 GET with ?query=: the answer of POST, with variables and operationName", async () => {
      const parameters = {
        query: "query A($n: Int) { docs(limit: $n) { id } } query B { meta { name } }",
        variables: '{"n":2}',
        operationName: "A",
      };
      const { status, headers, body } = await get(server, parameters);

      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(body).toEqual({ data: { docs: [{ id: "README" }, { id: "graphql/errors" }] } });
    });

    it("DOC-B7 GET: the ETag identifies the answer, even in caches that keep several kinds", async () => {
      const query = "{ meta { name } }";
      const [first, again, other] = await Promise.all([
        get(server, { query }),
        get(server, { query }),
        get(server, { query: "{ meta { endpoint } }" }),
      ]);

      expect(first.headers.get("etag")).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get("cache-control")).toContain("must-revalidate");
      expect(first.headers.get("vary")).toContain("Accept");
      expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
      expect(other.headers.get("etag")).not.toBe(first.headers.get("etag"));
    });

    it.each([
      ["the same tag", (tag: string) => tag],
      ["the weak form of it", (tag: string) => `W/${tag}`],
      ["a list that contains it", (tag: string) => `"other", ${tag}`],
      ["any tag", () => "*"],
    ])("DOC-B7 GET: If-None-Match with %s gives 304 without a body", async (_, known) => {
      const query = "{ meta { name } }";
      const tag = (await get(server, { query })).headers.get("etag")!;
      const { status, headers, text } = await get(
        server,
        { query },
        { "If-None-Match": known(tag) },
      );

      expect({ status, text, tag: headers.get("etag") }).toEqual({ status: 304, text: "", tag });
    });

    it("DOC-B7 GET: If-None-Match with another tag gives the answer", async () => {
      const query = "{ meta { name } }";
      const { status, body } = await get(server, { query }, { "If-None-Match": '"other"' });

      expect(status).toBe(200);
      expect(body.data.meta.name).toBe("Acme");
    });

    it("DOC-B7 HEAD answers as GET, without the body", async () => {
      const search = `?${new URLSearchParams({ query: "{ meta { name } }" })}`;
      const head = await request(server, { method: "HEAD" }, search);
      const full = await request(server, {}, search);

      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      expect(head.headers.get("etag")).toBe(full.headers.get("etag"));
    });

    it.each([
      ["no query", {}],
      ["variables that are not JSON", { query: "{ meta { name } }", variables: "{" }],
      ["variables that are not an object", { query: "{ meta { name } }", variables: "[1]" }],
    ])("DOC-B5 GET with %s: 400 BAD_REQUEST", async (_, parameters) => {
      const { status, body } = await get(server, parameters as Record<string, string>);

      expect(status).toBe(400);
      expect(body.errors[0].extensions.code).toBe("BAD_REQUEST");
    });

    it.each([
      ["nothing", ""],
      ["no JSON", "query { meta { name } }"],
      ["JSON that is cut off", '{"query": "{ meta { name } }"'],
      ["a string", '"{ meta { name } }"'],
      ["a number", "1"],
      ["null", "null"],
      ["an object without query", "{}"],
      ["a query that is null", '{"query": null}'],
      ["a query that is not a string", '{"query": {"a": 1}}'],
      ["variables that are not an object", '{"query": "{ meta { name } }", "variables": "x"}'],
      ["variables that are a list", '{"query": "{ meta { name } }", "variables": []}'],
      ["operationName that is not a string", '{"query": "{ meta { name } }", "operationName": 1}'],
      ["extensions that are not an object", '{"query": "{ meta { name } }", "extensions": 1}'],
    ])("DOC-B5 a body of %s: 400 BAD_REQUEST", async (_, text) => {
      const { status, body } = await post(server, text);

      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0].extensions).toEqual({ code: "BAD_REQUEST" });
      expect(body.errors[0].message).toMatch(/^\S.+\.$/);
      expect(body).not.toHaveProperty("data");
    });

    const meta = JSON.stringify({ query: "{ meta { name } }" });

    it.each([
      ["with its length", postText],
      ["in chunks", chunkedPostText],
    ])("DOC-B7 a body %s of exactly 1 MiB is accepted, one byte more is 413", async (_, textOf) => {
      const accepted = await connectRaw(server.url);
      accepted.send(textOf(meta.padEnd(MEBIBYTE)));
      const refused = await connectRaw(server.url);
      refused.send(textOf(meta.padEnd(MEBIBYTE + 1)));

      expect(await accepted.response()).toMatchObject({
        status: 200,
        body: '{"data":{"meta":{"name":"Acme"}}}',
      });
      const { status, body } = await refused.response();
      expect(status).toBe(413);
      expect(JSON.parse(body).errors[0].extensions).toEqual({ code: "BAD_REQUEST" });
    });

    it.each([
      ["with its length", postText],
      ["in chunks", chunkedPostText],
    ])(
      "DOC-B7 after a 413 for a body %s the connection stays open, or announces that it closes",
      async (_, textOf) => {
        const client = await connectRaw(server.url);
        client.send(textOf(meta.padEnd(MEBIBYTE + 1)));
        const { status, headers } = await client.response();

        expect(status).toBe(413);
        if (headers.get("connection") === "close") return;
        // A client may wait a while before it uses the connection again.
        await setTimeout(1000);
        client.send(postText(meta));
        expect((await client.response()).status).toBe(200);
      },
    );

    it.each([
      ["text/plain"],
      ["application/x-www-form-urlencoded"],
      ["multipart/form-data; boundary=x"],
      ["application/graphql"],
      ["application/json; charset=iso-8859-1"],
    ])("DOC-B7 a body of type %s: 415", async (type) => {
      const { status, body } = await post(server, meta, { "Content-Type": type });

      expect(status).toBe(415);
      expect(body.errors[0].extensions.code).toBe("BAD_REQUEST");
    });

    it("DOC-B7 a body without a type: 415", async () => {
      const body = new TextEncoder().encode(meta);

      expect((await request(server, { method: "POST", body })).status).toBe(415);
    });

    it.each(["application/json", "APPLICATION/JSON", 'application/json ; charset="UTF-8"'])(
      "DOC-B7 a body of type %s is accepted",
      async (type) => {
        expect((await post(server, meta, { "Content-Type": type })).status).toBe(200);
      },
    );

    it.each([
      ["POST", "text/html"],
      ["POST", "application/json;q=0"],
      ["GET", "image/png"],
    ])("DOC-B7 %s with Accept: %s: 406", async (method, accept) => {
      const headers = { Accept: accept };
      const { status, body } = await (method === "POST"
        ? post(server, meta, headers)
        : get(server, { query: "{ meta { name } }" }, headers));

      expect(status).toBe(406);
      expect(body.errors[0].extensions.code).toBe("BAD_REQUEST");
    });

    it.each([
      ["*/*", "application/json"],
      ["application/*", "application/json"],
      [RESPONSE_TYPE, RESPONSE_TYPE],
      [`application/json;q=0.5, ${RESPONSE_TYPE}`, RESPONSE_TYPE],
      [`${RESPONSE_TYPE};q=0.5, application/json`, "application/json"],
    ])("DOC-B7 POST with Accept: %s is answered as %s", async (accept, type) => {
      const { headers } = await post(server, meta, { Accept: accept });

      expect(headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    });

    it.each(["PUT", "PATCH", "DELETE"])(
      "DQA §4 method %s: 405 that names the allowed ones",
      async (method) => {
        const { status, headers, body } = await request(server, { method });

        expect(status).toBe(405);
        expect(headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
        expect(body.errors[0].extensions.code).toBe("BAD_REQUEST");
      },
    );

    it.each([
      ["POST", () => post(server, { query: "{ meta { name } }" })],
      ["GET", () => get(server, { query: "{ meta { name } }" })],
      ["a validation error", () => post(server, { query: "{ nothing }" })],
      ["a malformed body", () => post(server, "{")],
      [
        "a body above the limit",
        () => post(server, meta.padEnd(MEBIBYTE + 1), { Connection: "close" }),
      ],
      ["a wrong type", () => post(server, meta, { "Content-Type": "text/plain" })],
      ["a wrong method", () => request(server, { method: "DELETE" })],
    ])("DQA §1 public: a page of any origin may read the answer to %s (CORS)", async (_, send) => {
      expect((await send()).headers.get("access-control-allow-origin")).toBe("*");
    });

    it("DQA §1 public: a preflight of any origin allows JSON (CORS)", async () => {
      const { status, headers, text } = await request(server, {
        method: "OPTIONS",
        headers: {
          Origin: "https://elsewhere.example",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type",
        },
      });

      expect({ status, text }).toEqual({ status: 204, text: "" });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(listOf(headers, "access-control-allow-methods")).toContain("post");
      expect(listOf(headers, "access-control-allow-headers")).toContain("content-type");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    });
  });

  describe("behaviour", () => {
    it("DQA §4.1 docs() gives every doc in code-point order of path (DOC-A11)", async () => {
      expect(await idsOf("{ docs { id } }")).toEqual(IDS_IN_ORDER);
    });

    it("DQA §4.2 docs(section:) gives the docs of that section only", async () => {
      expect(await idsOf('{ docs(section: "guide") { id } }')).toEqual([
        "guide/first-steps",
        "guide/install/index",
      ]);
      expect(await idsOf('{ docs(section: "root") { id } }')).toEqual(["README", "index"]);
    });

    it.each(["Guide", "guid", "guide/install", "", "nowhere"])(
      "DQA §4.2 docs(section: %j), an unknown section, is []",
      async (section) => {
        const query = "query ($section: String) { docs(section: $section) { id } }";

        expect(await idsOf(query, { section })).toEqual([]);
      },
    );

    it.each([
      ["in a title", "ACME HANDBOOK", ["index"]],
      ["in a description", "find pages BY", ["graphql/search"]],
      ["in a body", "uNLESS yOU aSK", ["graphql/search"]],
      [
        "inside a word",
        "nstal",
        ["guide/first-steps", "guide/install/index", "index", "onboarding/team"],
      ],
      ["with Markdown characters", "[[install]]", ["guide/first-steps"]],
      ["in a script without spaces", "も検索", ["graphql/search"]],
      ["with an umlaut in capitals", "ÜBERBLICK ÜBER", ["guide/first-steps"]],
      ["in decomposed form", "u\u0308berblick", ["guide/first-steps"]],
      ["across a line end", "linux\n\nrun", ["guide/install/index"]],
      ["nowhere", "no such text", []],
      ["only as a pattern", "i.stall", []],
      ["except for its white space", "next  steps", []],
      ["except for trailing white space", "handbook ", []],
      ["across title and description", "installput", []],
      ["across title and description with a space", "install put", []],
      ["across title and description with a line end", "install\nput", []],
      ["in the address of a link", "../FIRST-STEPS.md", ["guide/install/index"]],
      ["only in an id and a path", "errors.md", []],
    ])("DQA §4.3, DOC-B1 docs(search:): a text that is %s, %j", async (_, search, expected) => {
      const query = "query ($search: String) { docs(search: $search) { id } }";

      expect(await idsOf(query, { search })).toEqual(expected);
    });

    it("DQA §4.3, DOC-B1 docs(search:) with the empty string matches everything", async () => {
      expect(await idsOf('{ docs(search: "") { id } }')).toEqual(IDS_IN_ORDER);
    });

    it.each([
      ['section: "guide", search: "install"', ["guide/first-steps", "guide/install/index"]],
      ['section: "guide", search: "install", limit: 1', ["guide/first-steps"]],
      ['search: "install", limit: 3', ["guide/first-steps", "guide/install/index", "index"]],
      ['section: "root", limit: 1', ["README"]],
      ['section: "graphql", search: "install"', []],
    ])("DQA §4.4 docs(section:, search:, limit:) combine: %s", async (args, expected) => {
      expect(await idsOf(`{ docs(${args}) { id } }`)).toEqual(expected);
    });

    it.each(["install", "SEARCH", "e", " ", "", "検索", "no such text"])(
      "DQA §4.5, DOC-B4 search(query: %j) gives the same docs as docs(search:)",
      async (text) => {
        const { docs, search } = await dataOf(
          server,
          "query ($text: String!) { docs(search: $text) { id } search(query: $text) { id } }",
          { text },
        );
        const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);

        expect(search.toSorted(byId)).toEqual(docs.toSorted(byId));
      },
    );

    it("DQA §4.9, DOC-B4 search puts a title before other fields", async () => {
      expect((await idsOf('{ search(query: "install") { id } }'))[0]).toBe("guide/install/index");
      expect((await idsOf('{ search(query: "search") { id } }'))[0]).toBe("graphql/search");
    });

    it("DQA §4.9, DOC-B4 search with the empty string answers in order of path", async () => {
      expect(await idsOf('{ search(query: "") { id } }')).toEqual(IDS_IN_ORDER);
    });

    it.each([
      ["id", 'id: "index"', "index"],
      ["slug", 'slug: "/docs/guide/install/index"', "guide/install/index"],
      ["both of one doc", 'id: "index", slug: "/docs/index"', "index"],
      ["slug and a null id", 'id: null, slug: "/docs/index"', "index"],
      ["id and a null slug", 'id: "index", slug: null', "index"],
    ])("DQA §4.6 doc by %s", async (_, args, expected) => {
      expect(await dataOf(server, `{ doc(${args}) { id } }`)).toEqual({ doc: { id: expected } });
    });

    it.each([
      ["an unknown id", 'id: "nowhere"'],
      ["an unknown slug", 'slug: "/docs/nowhere"'],
      ["an id in another case", 'id: "Index"'],
      ["a path", 'id: "index.md"'],
      ["id and slug of two docs", 'id: "index", slug: "/docs/README"'],
      ["a known id and an unknown slug", 'id: "index", slug: "/docs/nowhere"'],
      ["an unknown id and a known slug", 'id: "nowhere", slug: "/docs/index"'],
      ["an empty id and a known slug", 'id: "", slug: "/docs/index"'],
      ["two nulls", "id: null, slug: null"],
    ])("DQA §4.6, DOC-B3 doc by %s is null, not an error", async (_, args) => {
      const { status, body } = await post(server, { query: `{ doc(${args}) { id } }` });

      expect(status).toBe(200);
      expect(body).toEqual({ data: { doc: null } });
    });

    it("DQA §4.6, DOC-B3 doc without arguments is null, not an error", async () => {
      const { body } = await post(server, { query: "{ doc { id } }" });

      expect(body).toEqual({ data: { doc: null } });
    });

    it("DQA §4.7, DQA §4.9 sections come in code-point order of name, each with all its docs", async () => {
      const { sections, docs } = await dataOf(
        server,
        "{ sections { name docs { id section } } docs { id section } }",
      );

      expect(sections.map(({ name }: { name: string }) => name)).toEqual([
        "graphql",
        "guide",
        "onboarding",
        "root",
      ]);
      for (const section of sections) {
        expect(section.docs).toEqual(
          docs.filter((doc: { section: string }) => doc.section === section.name),
        );
      }
    });

    it("DQA §4.8 meta describes the corpus", async () => {
      const { meta, docs, sections } = await dataOf(
        server,
        "{ meta { docCount sections } docs { id } sections { name } }",
      );

      expect(meta).toEqual({
        docCount: docs.length,
        sections: sections.map(({ name }: { name: string }) => name),
      });
    });

    it.each([
      ["docs(limit: 0)", []],
      ['search(query: "", limit: 0)', []],
      ["docs(limit: 2)", IDS_IN_ORDER.slice(0, 2)],
      ['search(query: "", limit: 2)', IDS_IN_ORDER.slice(0, 2)],
      ["docs(limit: 7)", IDS_IN_ORDER],
      ["docs(limit: 2147483647)", IDS_IN_ORDER],
      ["docs(limit: null)", IDS_IN_ORDER],
      ['search(query: "", limit: null)', IDS_IN_ORDER],
      ["docs(section: null, search: null)", IDS_IN_ORDER],
    ])("DOC-B2 %s gives at most its limit", async (field, expected) => {
      expect(await idsOf(`{ ${field} { id } }`)).toEqual(expected);
    });
  });

  describe("authentication", () => {
    it.each([
      ["no credentials", {}],
      ["a Bearer token", { Authorization: "Bearer not-a-token" }],
      ["a password", { Authorization: `Basic ${btoa("user:password")}` }],
      ["nonsense", { Authorization: "\t?" }],
      ["a cookie", { Cookie: "session=1" }],
    ])("DQA §5 with %s the answer is the same", async (_, headers) => {
      const {
        status,
        headers: sent,
        text,
      } = await post(server, { query: "{ meta { name docCount } }" }, headers);

      expect(status).toBe(200);
      expect(text).toBe('{"data":{"meta":{"name":"Acme","docCount":7}}}');
      expect(sent.get("set-cookie")).toBeNull();
      expect(sent.get("www-authenticate")).toBeNull();
    });
  });

  describe("errors", () => {
    it("DQA §7 an unknown field: message, suggestion, locations, code", async () => {
      expect(await errorOf(server, "{\n  docs { titel }\n}")).toEqual({
        message: 'Cannot query field "titel" on type "Doc". Did you mean "title"?',
        locations: [{ line: 2, column: 10 }],
        extensions: { code: "GRAPHQL_VALIDATION_FAILED" },
      });
    });

    it("DQA §7 an unknown field that resembles no other has no suggestion", async () => {
      const { message } = await errorOf(server, "{ docs { zzzzzzzz } }");

      expect(message).toBe('Cannot query field "zzzzzzzz" on type "Doc".');
    });

    it("DQA §7 nothing is executed when part of an operation is invalid", async () => {
      const { status, body } = await post(server, { query: "{ meta { name } docs { titel } }" });

      expect(status).toBe(200);
      expect(body).not.toHaveProperty("data");
    });

    it.each([
      ["mutation { addDoc { id } }", "mutation"],
      ["mutation { __typename }", "mutation"],
      ["subscription { docs { id } }", "subscription"],
    ])("DQA §7 %s cannot be sent", async (query) => {
      const { body } = await post(server, { query });

      expect(body).not.toHaveProperty("data");
      expect(body.errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    });

    it("DQA §7 a mutation cannot be sent by GET: 405", async () => {
      const { status, body } = await get(server, { query: "mutation { __typename }" });

      expect(status).toBe(405);
      expect(body).not.toHaveProperty("data");
      expect(body.errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    });

    it.each([
      ["an unknown argument", "{ docs(first: 1) { id } }"],
      ["a missing argument", "{ search { id } }"],
      ["a literal of a wrong type", '{ docs(limit: "1") { id } }'],
      ["a literal that is not an Int", "{ docs(limit: 2147483648) { id } }"],
      ["an object without a selection", "{ docs }"],
      ["a selection of a scalar", "{ docs { id { x } } }"],
      ["an unknown fragment", "{ docs { ...Nothing } }"],
      ["circular fragments", "{ docs { ...A } } fragment A on Doc { ...A }"],
      ["an unknown variable", "{ docs(limit: $n) { id } }"],
      ["a schema definition", "type Doc { id: ID }"],
    ])("DOC-B5 %s is GRAPHQL_VALIDATION_FAILED, with its place", async (_, query) => {
      const { body } = await post(server, { query });

      expect(body).not.toHaveProperty("data");
      for (const error of body.errors) {
        expect(error.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
        expect(error.locations[0]).toEqual({
          line: expect.any(Number),
          column: expect.any(Number),
        });
      }
    });

    it.each([
      ["{ docs { id }", { line: 1, column: 14 }],
      ["{\n  docs(limit: ) { id }\n}", { line: 2, column: 15 }],
      ["", { line: 1, column: 1 }],
      ['{ docs(search: "a) { id } }', { line: 1, column: 28 }],
      ["hello", { line: 1, column: 1 }],
    ])(
      "DOC-B5 the syntax error in %j is GRAPHQL_PARSE_FAILED, with its location",
      async (query, place) => {
        const { body } = await post(server, { query });

        expect(body).not.toHaveProperty("data");
        expect(body.errors).toHaveLength(1);
        expect(body.errors[0].extensions).toEqual({ code: "GRAPHQL_PARSE_FAILED" });
        expect(body.errors[0].message).toMatch(/^Syntax Error: /);
        expect(body.errors[0].locations).toEqual([place]);
      },
    );

    it.each([
      ["docs", "{ docs(limit: -1) { id } }"],
      ["search", '{ search(query: "a", limit: -1) { id } }'],
    ])(
      "DOC-B2 %s with a negative limit is BAD_USER_INPUT, with its location",
      async (field, query) => {
        const { body } = await post(server, { query });

        expect(body.data).toBeNull();
        expect(body.errors).toEqual([
          {
            message: 'Argument "limit" must be 0 or more, but it is -1.',
            locations: [{ line: 1, column: 3 }],
            path: [field],
            extensions: { code: "BAD_USER_INPUT" },
          },
        ]);
      },
    );

    const limited = "query ($n: Int) { docs(limit: $n) { id } }";
    const searched = "query ($q: String!) { search(query: $q) { id } }";

    it.each([
      ["a string for an Int", limited, { n: "1" }],
      ["a fraction for an Int", limited, { n: 1.5 }],
      ["a number above 32 bits for an Int", limited, { n: 2 ** 31 }],
      ["a list for an Int", limited, { n: [1, 2] }],
      ["a negative limit", limited, { n: -1 }],
      ["a term of more than 4096 characters", searched, { q: "a".repeat(4097) }],
      ["a number for a String", searched, { q: 1 }],
      ["an object for a String", searched, { q: { a: 1 } }],
      ["null for a String!", searched, { q: null }],
      ["nothing for a String!", searched, {}],
    ])(
      "DOC-B5 a variable with %s is BAD_USER_INPUT, with its location",
      async (_, query, variables) => {
        const { body } = await post(server, { query, variables });

        expect(body.data ?? null).toBeNull();
        expect(body.errors[0].extensions).toEqual({ code: "BAD_USER_INPUT" });
        expect(body.errors[0].locations[0].line).toBe(1);
      },
    );

    it.each([
      ["an argument", 'query ($q: String = "a") { search(query: $q) { id } }'],
      ["a directive", "query ($q: Boolean = true) { meta { name @skip(if: $q) } }"],
    ])(
      "DOC-B5 null in place of a variable's default, where %s does not accept null, is BAD_USER_INPUT",
      async (_, query) => {
        const { body } = await post(server, { query, variables: { q: null } });

        expect(body.data).toBeNull();
        expect(body.errors[0].extensions).toEqual({ code: "BAD_USER_INPUT" });
      },
    );

    it.each([
      ["validation", { query: "{ nothing }" }, 400],
      ["syntax", { query: "{" }, 400],
      ["variables", { query: searched, variables: {} }, 400],
      ["a negative limit, executed", { query: "{ docs(limit: -1) { id } }" }, 200],
    ])("DOC-B7 the status of %s with the response type", async (_, body, status) => {
      expect((await post(server, body, { Accept: RESPONSE_TYPE })).status).toBe(status);
    });

    it("DOC-B5 every error has a message and a code, even if there are many", async () => {
      const query = `{ ${Array.from({ length: 300 }, (_, index) => `x${index}`).join(" ")} }`;
      const { body } = await post(server, { query });

      expect(body.errors.length).toBeGreaterThan(50);
      for (const { message, extensions } of body.errors) {
        expect(message).not.toBe("");
        expect(extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
      }
    });

    it("DQA §7 errors of a request are not written to the server's log", () => {
      expect(server.log()).toBe("");
    });
  });
});

describe.each(RUNTIMES)("GraphQL over many pages on %s", (runtime) => {
  const server = shareServer(async (folder) => {
    const docs = makeDocs(130, { title: "Same", body: "same" });
    return { runtime, corpus: await writeCorpus(join(folder, "corpus.json"), { docs }) };
  });

  it.each([
    ["docs", 100],
    ["docs(limit: null)", 100],
    ['docs(search: "same")', 100],
    ['docs(section: "part")', 100],
    ["docs(limit: 99)", 99],
    ["docs(limit: 101)", 101],
    ["docs(limit: 1000)", 130],
    ['search(query: "same")', 20],
    ['search(query: "same", limit: null)', 20],
    ['search(query: "same", limit: 19)', 19],
    ['search(query: "same", limit: 21)', 21],
    ['search(query: "same", limit: 1000)', 130],
  ])("DQA §8 %s gives %i, the first in order of path", async (field, count) => {
    const data = await dataOf(server, `{ docs: ${field} { path } }`);
    const expected = makeDocs(count).map(({ path }) => ({ path }));

    expect(data.docs).toEqual(expected);
  });

  it("DQA §2 Section.docs and DocGraph.nodes are not capped", async () => {
    const data = await dataOf(
      server,
      "{ meta { docCount } sections { docCount docs { id } } graph { nodes { id } } }",
    );

    expect(data.meta.docCount).toBe(130);
    expect(data.sections[0].docCount).toBe(130);
    expect(data.sections[0].docs).toHaveLength(130);
    expect(data.graph.nodes).toHaveLength(130);
  });
});

function fieldsOf(schema: GraphQLSchema, name: string) {
  return assertObjectType(schema.getType(name)).getFields();
}

function listOf(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? "").toLowerCase().split(/\s*,\s*/);
}
