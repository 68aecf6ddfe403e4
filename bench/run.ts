/**
 * Measures docgate and writes RESULTS.md.
 *
 * `npm run bench` uses a generated tree; `npm run bench -- DIR…` adds builds of real ones, and
 * `npm run bench -- --chain` measures the partner's side alone and keeps the other results;
 * `--pages` does the same with the pages for browsers, which `npm run build:web` must have built,
 * and `--graph` with the link graph as a person moves it.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchBuilds } from "./builds.ts";
import { benchChain } from "./chain.ts";
import { benchGraph } from "./graph.ts";
import { benchPages } from "./pages.ts";
import { benchRequests } from "./requests.ts";
import { benchSearch, SEARCH_LIMIT } from "./search.ts";
import { writeTree } from "./tree.ts";

const PAGES = 1000;
const ROUNDS = 3;
const SECONDS = 4;
const QUERIES = 1000;

const RESULTS = new URL("./RESULTS.md", import.meta.url);

const { values, positionals: roots } = parseArgs({
  allowPositionals: true,
  options: {
    chain: { type: "boolean", default: false },
    pages: { type: "boolean", default: false },
    graph: { type: "boolean", default: false },
  },
});
const isWhole = !(values.chain || values.pages || values.graph);
const work = await mkdtemp(join(tmpdir(), "docgate-bench-"));
try {
  let text = isWhole ? await measureDocuments() : await readFile(RESULTS, "utf8");
  if (isWhole || values.chain) text = withPart(text, { name: "chain", part: await measureChain() });
  if (isWhole || values.pages) text = withPart(text, { name: "pages", part: await measurePages() });
  if (isWhole || values.graph) text = withPart(text, { name: "graph", part: await measureGraph() });
  await writeFile(RESULTS, text);
  process.stdout.write(text);
} finally {
  await rm(work, { recursive: true, force: true });
}

interface Part {
  /** What it is between in the results. */
  readonly name: string;
  readonly part: string;
}

/** Puts a part of the results in the place of what was measured before. */
function withPart(text: string, { name, part }: Part): string {
  const place = new RegExp(`<!-- ${name} -->.*<!-- /${name} -->`, "s");
  const marked = `<!-- ${name} -->\n${part}\n<!-- /${name} -->`;
  return place.test(text) ? text.replace(place, () => marked) : `${text}\n${marked}\n`;
}

async function measureGraph(): Promise<string> {
  const results = await benchGraph({ work });
  return ["## Link graph", "", await describeMachine(), "", results].join("\n");
}

async function measureChain(): Promise<string> {
  const results = await benchChain({ work, rounds: ROUNDS, seconds: SECONDS });
  return ["## Partner side", "", await describeMachine(), "", results].join("\n");
}

async function measurePages(): Promise<string> {
  // A folder of its own: that of the partner's side has a data folder already.
  const results = await benchPages({ work: await mkdtemp(join(work, "pages-")) });
  return ["## Pages for browsers", "", await describeMachine(), "", results].join("\n");
}

/** Builds and requests of documents. */
async function measureDocuments(): Promise<string> {
  // Real trees may have invalid frontmatter; their builds must not end with it.
  const config = { rules: { "frontmatter-syntax": "warn" } };
  await writeFile(join(work, "docgate.config.json"), JSON.stringify(config));
  const builds: string[] = [];
  for (const root of roots) {
    builds.push(
      await benchBuilds({
        name: `\`${root.split("/").slice(-2).join("/")}\``,
        root,
        work,
        rounds: ROUNDS,
      }),
    );
  }
  const generated = join(work, "tree");
  await writeTree({ root: generated, pages: PAGES, seed: 1 });
  const name = `${PAGES} generated pages`;
  builds.push(await benchBuilds({ name, root: generated, work, rounds: ROUNDS }));
  const corpus = join(work, "corpus.json");
  const requests = await benchRequests({ corpus, rounds: ROUNDS, seconds: SECONDS });
  const search = await benchSearch({ corpus, queries: QUERIES, seed: 1 });
  return [
    "# Results",
    "",
    await describeMachine(),
    "",
    "## Builds",
    "",
    builds.join("\n\n"),
    "",
    "## Requests",
    "",
    `Over ${name}, 32 connections, ${ROUNDS} rounds of ${SECONDS} s each in turn, medians. The`,
    "ratios are to bare Hono reading the body and sending the same bytes.",
    "",
    requests,
    "",
    "## Search",
    "",
    `Over the same pages, ${QUERIES} queries: the best ${SEARCH_LIMIT} of each, beside a scan of all`,
    "texts, which finds the same docs and ranks none.",
    "",
    search,
    "",
  ].join("\n");
}

async function describeMachine(): Promise<string> {
  const own = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return (
    `docgate ${own.version} on Node ${process.versions.node}, ${availableParallelism()} cores ` +
    `(${cpus()[0]?.model ?? "unknown"}), ${memory} GiB. Written by \`npm run bench\`.`
  );
}
