import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { ANY_CHARACTER } from "../support/any-character.ts";
import { ROOT } from "../support/command.ts";
import { makeDoc, writeCorpus } from "../support/corpora.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { vitalsOf } from "../support/vitals.ts";

const MINUTES = Number(process.env.LONG_MINUTES ?? 60);
const PAGES = 10_000;
const CLIENTS = 8;
const MEBIBYTE = 2 ** 20;
/** Milliseconds for which one request may block the event loop. */
const MAX_HELD_MS = 250;
const MAX_ANSWER_BYTES = 64 * MEBIBYTE;
/** Covers waiting for a turn, and for other responses to be sent. */
const ANSWER_TIMEOUT_MS = 120_000;
const WORDS =
  "the of install guide server query page search docs http deny token partner graph edge build".split(
    " ",
  );

const name = fc.constantFrom(
  ...["id", "path", "slug", "title", "description", "section", "category", "body", "wordCount"],
  ...["links", "headings { depth text anchor }", "headings { text }", "__typename", "...D"],
);
const condition = fc.constantFrom("", "", "", "", "@skip(if: $yes)", "@include(if: $yes)");
const count = fc.integer({ min: 1, max: 300 });
const leaves = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(name, condition).map(placeCondition) },
  { weight: 1, arbitrary: count.map((count) => numbered(count, (at) => `t${at}: __typename`)) },
  { weight: 1, arbitrary: count.map((count) => numbered(count, () => "title")) },
);
const docSet = fc
  .array(leaves, { minLength: 1, maxLength: 8 })
  .map((parts) => `{ ${parts.join(" ")} }`);

const term = fc.oneof(
  fc.constantFrom(...WORDS, "", "e", "x\n", "#", "zzz", "日本", "ß", "İ"),
  fc
    .tuple(
      fc.constantFrom(...WORDS, "a", "\u0316\u0301", "\u{1f600}"),
      fc.integer({ min: 1, max: 5_000 }),
    )
    .map(([text, length]) => `${text} `.repeat(length / (text.length + 1) + 1).slice(0, length)),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 600 }).map((words) => words.join(" ")),
  fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
);
const limit = fc.constantFrom(
  "",
  "limit: 1",
  "limit: 100",
  "limit: 99999",
  "limit: $n",
  "limit: -1",
);
const call = fc.oneof(
  fc.tuple(limit, docSet).map(([limit, set]) => `docs${argumentsOf(limit)} ${set}`),
  fc
    .tuple(term, limit, docSet)
    .map(
      ([text, limit, set]) => `docs${argumentsOf(`search: ${JSON.stringify(text)}`, limit)} ${set}`,
    ),
  fc
    .tuple(term, limit, docSet)
    .map(
      ([text, limit, set]) =>
        `search${argumentsOf(`query: ${JSON.stringify(text)}`, limit)} ${set}`,
    ),
  docSet.map((set) => `search(query: $text) ${set}`),
  docSet.map((set) => `sections { name docCount docs ${set} }`),
  docSet.map((set) => `doc(id: "s1/p1") ${set}`),
  fc.constantFrom(
    "graph { nodes { id title section slug } edges { from to } }",
    "meta { name sections docCount }",
    "__schema { types { name fields { name args { name } type { name kind } } } }",
    `__schema { types { fields { type { fields { ${numbered(200, (at) => `t${at}: __typename`)} } } } } }`,
    '__type(name: "Doc") { fields { name description } }',
    "nothing",
  ),
);
const query = fc
  .tuple(fc.array(call, { minLength: 1, maxLength: 17 }), fc.nat(3), docSet)
  .map(([calls, deep, set]) => {
    const fields = calls.map((call, at) => `a${at}: ${call}`).join(" ");
    const nested = `${"... { ".repeat(deep)}${fields}${" }".repeat(deep)}`;
    return `query ($n: Int = 50, $text: String! = "the", $yes: Boolean! = true) {
      u: docs(limit: $n) { id @skip(if: $yes) } v: search(query: $text) { id } ...R ${nested} }
      fragment R on Query { w: docs(limit: 1) { ...D } } fragment D on Doc ${set.replaceAll("...D", "id")}`;
  });
const request = fc.record({
  query,
  variables: fc.record({ n: fc.constantFrom(1, 500, 99_999, -1), text: term, yes: fc.boolean() }),
  encoding: fc.constantFrom("identity", "br", "gzip"),
  /** Behaviour of the client. */
  way: fc.constantFrom("read", "read", "read", "read", "hang up", "read late"),
});

function placeCondition([name, condition]: readonly [string, string]): string {
  return name.includes("{") ? name.replace("{", `${condition} {`) : `${name} ${condition}`;
}

function argumentsOf(...list: string[]): string {
  const given = list.filter((text) => text !== "");
  return given.length === 0 ? "" : `(${given.join(", ")})`;
}

function numbered(count: number, make: (at: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => make(at)).join(" ");
}

it(`DOC-B9, DOC-B10 ${MINUTES} minutes of random queries hold neither the event loop nor memory`, async () => {
  const server = await open();
  await Promise.all(
    ["{ meta { name } }", "{ sections { docs { id body } } }"].map((text) => ask(server, text)),
  );
  const before = vitalsOf(server).residentBytes;
  // After the corpus was loaded, whose memory does not count.
  const start = server.log().length;
  const endMs = performance.now() + MINUTES * 60_000;
  const counts = new Map<string, number>();
  let most = 0;
  const seed = Date.now();
  process.stdout.write(`seed ${seed}\n`);

  async function runClient(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; performance.now() < endMs; round++) {
      const requests = fc.sample(request, { numRuns: 20, seed: seed + 1_000 * round + number });
      for (const one of requests) {
        if (performance.now() >= endMs) break;
        const outcome = await send(server, { ...one, agent });
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    }
    agent.destroy();
  }

  async function watch(): Promise<void> {
    while (performance.now() < endMs) {
      most = Math.max(most, vitalsOf(server).residentBytes);
      await pause(100);
    }
  }

  await Promise.all([
    watch(),
    ...Array.from({ length: CLIENTS }, (_, number) => runClient(number)),
  ]);
  const held = [
    ...server
      .log()
      .slice(start)
      .matchAll(/^held (\d+) ms$/gm),
  ].map(([, ms]) => Number(ms));
  const figures = { before, most, held: Math.max(0, ...held), ...Object.fromEntries(counts) };
  process.stdout.write(`${JSON.stringify(figures)}\n`);

  expect(server.log().replace(/^held \d+ ms\n/gm, "")).toBe("");
  expect(figures.held).toBeLessThan(MAX_HELD_MS);
  expect(most).toBeLessThan(1.2 * before + 256 * MEBIBYTE);
  expect(counts.get("answered")).toBeGreaterThan(0);
});

async function open(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "docgate-fuzz-"));
  const docs = Array.from({ length: PAGES }, (_, at) =>
    makeDoc(`s${at % 20}/p${at}`, {
      title: `Page ${at} about ${WORDS[at % WORDS.length]}`,
      body: numbered(400, (word) => WORDS[(word * word + at * 7) % WORDS.length]!),
      headings: Array.from({ length: 8 }, (_, heading) => ({
        depth: 1 + (heading % 4),
        text: `Heading ${heading} of ${at}`,
        anchor: `heading-${heading}`,
        start: 0,
      })),
    }),
  );
  const corpus = await writeCorpus(join(folder, "corpus.json"), { docs });
  const monitor = pathToFileURL(`${ROOT}test/fixtures/loop-monitor.ts`).href;
  const server = await startServer({ corpus, env: { NODE_OPTIONS: `--import ${monitor}` } });
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}

function ask(server: TestServer, text: string): Promise<string> {
  return send(server, { query: text, variables: {}, encoding: "identity", way: "read" });
}

interface FuzzRequest {
  readonly query: string;
  readonly variables: object;
  readonly encoding: string;
  readonly way: string;
  readonly agent?: Agent;
}

/** @returns the outcome: for example the limit or the code of the first error */
function send(
  { url }: TestServer,
  { way, encoding, agent, ...body }: FuzzRequest,
): Promise<string> {
  const headers = { "Content-Type": "application/json", "Accept-Encoding": encoding };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => (way === "hang up" ? resolve("hung up") : reject(error));
    const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const options = { method: "POST", headers, signal: timeout, ...(agent && { agent }) };
    const sent = sendRequest(`${url}/graphql`, options, (response) => {
      read(response, { way, encoding }).then(resolve, fail);
    });
    sent.on("error", fail);
    sent.end(JSON.stringify(body));
    if (way === "hang up") setTimeout(() => sent.destroy(), Math.random() * 300);
  });
}

async function read(
  response: IncomingMessage,
  { way, encoding }: Pick<FuzzRequest, "way" | "encoding">,
): Promise<string> {
  if (way === "read late") await pause(2_000);
  let bytes = 0;
  let start = "";
  for await (const part of response) {
    bytes += part.length;
    if (start.length < 2_000) start += part;
  }
  if (encoding === "identity") expect(bytes).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  if (response.headers["content-encoding"]) return "answered, compressed";
  const first = /"extensions":\{"code":"([A-Z_]+)"(?:,"limit":"(\w+)")?/.exec(start);
  if (start.startsWith('{"errors"')) expect(first, start).not.toBeNull();
  return first && start.startsWith('{"errors"') ? (first[2] ?? first[1]!) : "answered";
}
