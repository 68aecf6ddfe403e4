/**
 * Random searches through every door, and many requests at once on every route, while `/healthz` is
 * watched. `LONG_MINUTES` is its duration, `FUZZ_SEED` repeats one, `FUZZ_CORPUS` is a corpus of real
 * docs.
 */
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ANY_CHARACTER } from "../support/any-character.ts";
import { makeDoc, writeCorpus } from "../support/corpora.ts";
import { prepareData, serveData } from "../support/data-server.ts";
import { watchHealth } from "../support/health-watch.ts";
import { readAnswers } from "../support/raw-answers.ts";
import { makeFolder } from "../support/tree.ts";

const MINUTES = Number(process.env.LONG_MINUTES ?? 10);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now());
const CLIENTS = 4;
const PAGES = 5_000;
/** Maximum wait of another connection, beyond that of a server with nothing to do. */
const MAX_WAIT_MS = 250;
const IDLE_MS = 5_000;
/** Requests at once, as many as fit into one read of 64 KiB. */
const MAX_AT_ONCE = 700;
/** Of answers that are megabytes long. */
const MAX_LARGE_AT_ONCE = 3;
const MAX_SECONDS = 120;

const WORDS =
  "the of install guide server query page search docs http deny token operator<< std::vector C++ useState @media".split(
    " ",
  );

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  fc.constantFrom(
    "o",
    "i",
    "\u0002",
    "\u0301",
    "ß",
    "İ",
    "日本",
    "ウォッチャー",
    "ไทย",
    "😀",
    "__proto__",
  ),
  fc.string({ unit: ANY_CHARACTER, maxLength: 12 }),
  fc
    .tuple(
      fc.constantFrom("a", "ab", "ä", "日", "\u0f71", "_", "::", "-x"),
      fc.integer({ min: 1, max: 240 }),
    )
    .map(([text, count]) => text.repeat(count)),
);
const phrase = word.map((text) => `"${text}"`);
/** At most as long as every door takes. */
const query = fc
  .oneof(
    fc
      .array(fc.oneof({ weight: 3, arbitrary: word }, phrase), { maxLength: 8 })
      .map((words) => words.join(" ")),
    fc.tuple(phrase, fc.integer({ min: 1, max: 160 })).map(([text, count]) => text.repeat(count)),
    fc.string({ unit: ANY_CHARACTER, maxLength: 200 }),
  )
  .map((text) => text.slice(0, 500).toWellFormed());

/** One request as bytes, and what its answer must be. */
interface Request {
  readonly text: string;
  /** @throws if the body is not that of an answer to this request */
  readonly check?: (body: string) => void;
  /** True where a refusal is 500, or the end of the connection. */
  readonly mayFail?: boolean;
  readonly isLarge?: boolean;
}

/** Requests that go out at once on one connection. */
interface Item {
  readonly name: string;
  readonly requests: readonly Request[];
}

interface RequestOptions extends Omit<Request, "text"> {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

function requestOf(
  path: string,
  { method = "GET", headers = {}, json, ...rest }: RequestOptions = {},
): Request {
  const body = json === undefined ? "" : JSON.stringify(json);
  const all = {
    Host: "localhost",
    ...(json !== undefined && { "Content-Type": "application/json" }),
    ...(method !== "GET" && { "Content-Length": Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { ...rest, text: `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}` };
}

/** The kinds of search in GraphQL. */
const FIELDS = {
  "docs(search:)": "docs(search: $q, limit: 5) { id }",
  search: "search(query: $q, limit: 5) { id }",
  hits: "hits(query: $q, limit: 50, perDoc: 10) { total items { slug excerpt { text } } }",
} as const;

type Kind = keyof typeof FIELDS;

const SEARCHES: Readonly<Record<string, (query: string, id: number) => Request>> = {
  "/search.json": (query) =>
    requestOf(`/search.json?q=${encodeURIComponent(query)}&limit=50&perDoc=10`, {
      check: (body) => expect(JSON.parse(body).query).toBe(query),
    }),
  "/?q=": (query) =>
    requestOf(`/?q=${encodeURIComponent(query)}`, { headers: { Accept: "text/html" } }),
  "docs(search:)": (query, id) => searchGraphql("docs(search:)", { query, id }),
  search: (query, id) => searchGraphql("search", { query, id }),
  hits: (query, id) => searchGraphql("hits", { query, id }),
  search_docs: (query, id) => {
    const params = { name: "search_docs", arguments: { query } };
    return requestOf("/mcp", {
      method: "POST",
      headers: { Accept: "application/json, text/event-stream" },
      json: { jsonrpc: "2.0", id, method: "tools/call", params },
      check(body) {
        // An event, perhaps after comments that keep the connection open.
        const answer = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body);
        expect(answer).toMatchObject({ id, result: { content: [{ type: "text" }] } });
      },
    });
  },
};

function searchGraphql(kind: Kind, { query, id }: { query: string; id: number }): Request {
  const text = `query ($q: String!) { a${id}: ${FIELDS[kind]} }`;
  return requestOf("/graphql", {
    method: "POST",
    json: { query: text, variables: { q: query } },
    check(body) {
      const { data, errors } = JSON.parse(body);
      // The limits of work are refusals that the client can understand.
      if (errors) expect(JSON.stringify(errors)).toMatch(/"limit":"max(TimeMs|AnswerBytes)"/);
      else expect(Object.keys(data)).toEqual([`a${id}`]);
    },
  });
}

interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One request of each route: of the docs, and of each operation that the description has. */
function routesOf(
  { paths }: ApiDescription,
  { origin, token, slug }: { origin: string; token: string; slug: string },
): Record<string, Request> {
  const html = { headers: { Accept: "text/html", "Accept-Encoding": "br" } };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((name) => {
      const method = name.toUpperCase();
      const isPartner = path.startsWith("/v1/");
      // Without credentials where something could change.
      const isRead = method === "GET" && !isPartner;
      const headers = {
        ...(isPartner && { Origin: origin }),
        ...(isRead && { Authorization: `Bearer ${token}` }),
      };
      const json = method === "GET" ? undefined : {};
      const target = path.replaceAll(/\{\w+\}/g, "x");
      return [
        `${method} ${path}`,
        requestOf(target, { method, headers, json, mayFail: isPartner }),
      ] as const;
    }),
  );
  return {
    ...Object.fromEntries(operations),
    "GET /": requestOf("/", html),
    "GET / as JSON": requestOf("/"),
    "GET a page": requestOf(`/${slug}`, html),
    "GET /graph": requestOf("/graph", html),
    "GET /graphql": requestOf("/graphql?query={meta{name}}"),
    "GET /graphql, explorer": requestOf("/graphql", html),
    "GET /reference": requestOf("/reference", html),
    "GET /admin": requestOf("/admin", html),
    "GET /docs/{slug}.md": requestOf(`/docs/${slug}.md`),
    "GET /docs/{slug}": requestOf(`/docs/${slug}`, { headers: { Accept: "text/markdown" } }),
    "GET /llms.txt": requestOf("/llms.txt"),
    "GET /llms-full.txt": requestOf("/llms-full.txt", { isLarge: true }),
    "GET /corpus.json": requestOf("/corpus.json", { isLarge: true }),
    "GET /openapi.json": requestOf("/openapi.json", { headers: { "Accept-Encoding": "gzip" } }),
    "GET /assets/search.js": requestOf("/assets/search.js", {
      headers: { "Accept-Encoding": "br" },
    }),
    "GET /healthz": requestOf("/healthz"),
    "GET /readyz": requestOf("/readyz"),
    "GET /metrics": requestOf("/metrics"),
    "GET nothing": requestOf("/nothing/here"),
    "GET a bad search": requestOf("/search.json?limit=x&q=a"),
    "POST /mcp, not JSON": requestOf("/mcp", { method: "POST", json: [] }),
  };
}

/** Sends an item. @returns what is wrong with its answers */
async function send(url: string, { name, requests }: Item): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(MAX_SECONDS * 1_000, () => socket.destroy(new Error("timeout")));
  socket.write(requests.map(({ text }) => text).join(""));
  try {
    const answers = await readAnswers(socket, requests.length);
    const isShort = answers.length < requests.length && !requests[0]!.mayFail;
    const problems = isShort ? [`${name}: ${answers.length} of ${requests.length} answers`] : [];
    for (const [at, { status, body }] of answers.entries()) {
      const { check, mayFail } = requests[at]!;
      if (status >= 500 && status !== 503 && !mayFail) {
        problems.push(`${name}: answer ${at} has status ${status}: ${body.slice(0, 200)}`);
      }
      if (status === 200) check?.(Buffer.from(body, "latin1").toString());
    }
    return problems;
  } catch (error) {
    return [`${name}: ${error}`];
  } finally {
    socket.destroy();
  }
}

it(`ATTACK-T243: ${MINUTES} minutes of random searches and pipelines keep nobody waiting, and each answer is the right one`, async () => {
  const folder = await makeFolder();
  const prepared = await prepareData(folder, { notificationUrls: ["http://127.0.0.1:9/notices"] });
  const corpus = process.env.FUZZ_CORPUS ?? (await writeDocs(join(folder, "docs.json")));
  const server = await serveData({ ...prepared, corpus });
  const { url } = server;
  const start = server.log().length;
  process.stdout.write(`FUZZ_SEED=${SEED}\n`);

  const first = await fetch(`${url}/graphql?query={docs(limit:1){slug}}`);
  const { data } = (await first.json()) as { data: { docs: [{ slug: string }] } };
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDescription;
  const { origin } = prepared.chains[0]!;
  const routes = routesOf(description, {
    origin,
    token: prepared.token,
    slug: data.docs[0].slug.slice(1),
  });
  const problems: string[] = [];
  const counts = new Map<string, number>();
  const running = new Set<string>();
  let nextId = 1;

  async function run(item: Item): Promise<void> {
    running.add(item.name);
    problems.push(...(await send(url, item)));
    running.delete(item.name);
    counts.set(item.name, (counts.get(item.name) ?? 0) + item.requests.length);
  }

  // Loads what each route needs.
  for (const [name, request] of Object.entries(routes)) await run({ name, requests: [request] });
  for (const [name, make] of Object.entries(SEARCHES))
    await run({ name, requests: [make("the", nextId++)] });
  const health = await watchHealth({ url, pid: server.process.pid! });
  await pause(IDLE_MS);
  const idle = await health.slowest();
  const endMs = performance.now() + MINUTES * 60_000;
  let most = 0;

  const plan = fc.record({
    door: fc.constantFrom(...Object.keys(SEARCHES)),
    queries: fc.array(query, { minLength: 1, maxLength: 40 }),
    route: fc.constantFrom(...Object.keys(routes)),
    count: fc.integer({ min: 2, max: MAX_AT_ONCE }),
    isSearch: fc.boolean(),
  });

  function itemOf({ door, queries, route, count, isSearch }: Plan): Item {
    if (isSearch) {
      return { name: door, requests: queries.map((text) => SEARCHES[door]!(text, nextId++)) };
    }
    const request = routes[route]!;
    const length = request.isLarge ? MAX_LARGE_AT_ONCE : count;
    return { name: `${route} at once`, requests: Array.from({ length }, () => request) };
  }

  async function runClient(number: number): Promise<void> {
    for (let round = 0; performance.now() < endMs; round++) {
      const seed = SEED + 1_000 * round + number;
      for (const one of fc.sample(plan, { numRuns: 20, seed })) {
        if (performance.now() < endMs) await run(itemOf(one));
      }
    }
  }

  async function watch(): Promise<void> {
    while (performance.now() < endMs) {
      await pause(500);
      const { usedMs } = await health.slowest();
      most = Math.max(most, usedMs);
      if (usedMs <= MAX_WAIT_MS + idle.usedMs) continue;
      problems.push(`/healthz waited ${usedMs.toFixed(0)} ms, during ${[...running].join(", ")}`);
    }
  }

  await Promise.all([
    watch(),
    ...Array.from({ length: CLIENTS }, (_, number) => runClient(number)),
  ]);
  await health.stop();
  const requests = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const figures = { idleMs: idle.usedMs, slowestMs: most, requests, kinds: counts.size };
  process.stdout.write(`${JSON.stringify(figures)}\n`);

  expect(problems).toEqual([]);
  expect(server.log().slice(start)).toBe("");
});

interface Plan {
  readonly door: string;
  readonly queries: readonly string[];
  readonly route: string;
  readonly count: number;
  readonly isSearch: boolean;
}

/** Writes a corpus of many similar docs. */
function writeDocs(file: string): Promise<string> {
  const docs = Array.from({ length: PAGES }, (_, at) =>
    makeDoc(`s${at % 20}/p${at}`, {
      title: `Page ${at} about ${WORDS[at % WORDS.length]}`,
      body: Array.from(
        { length: 400 },
        (_, word) => WORDS[(word * word + at * 7) % WORDS.length],
      ).join(" "),
      headings: Array.from({ length: 8 }, (_, heading) => ({
        depth: 1 + (heading % 4),
        text: `Heading ${heading} of ${at}`,
        anchor: `heading-${heading}`,
        start: 0,
      })),
    }),
  );
  return writeCorpus(file, { docs });
}
