/**
 * Measures docgate and writes RESULTS.md.
 *
 * `npm run bench` uses a generated tree; `npm run bench -- DIR…` adds builds of real ones, and
 * `npm run bench -- --chain` measures the partner's side alone, `npm run bench -- --graph` the page
 * of the link graph; each keeps the other results.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchBuilds } from "./builds.ts";
import { benchChain } from "./chain.ts";
import { benchGraph } from "./graph.ts";
import { benchRequests } from "./requests.ts";
import { writeTree } from "./tree.ts";

const PAGES = 1000;
const ROUNDS = 3;
const SECONDS = 4;

const RESULTS = new URL("./RESULTS.md", import.meta.url);
/** Parts of the results that can be measured alone; each stands between comments with its name. */
const PARTS = { chain: measureChain, graph: measureGraph } as const;

const { values, positionals: roots } = parseArgs({
  allowPositionals: true,
  options: {
    chain: { type: "boolean", default: false },
    graph: { type: "boolean", default: false },
  },
});
const work = await mkdtemp(join(tmpdir(), "docgate-bench-"));
try {
  const isPartly = values.chain || values.graph;
  let results = isPartly ? await readFile(RESULTS, "utf8") : await measureDocuments();
  for (const name of ["chain", "graph"] as const) {
    if (isPartly && !values[name]) continue;
    results = replacePart(results, name, await PARTS[name]());
  }
  await writeFile(RESULTS, results);
  process.stdout.write(results);
} finally {
  await rm(work, { recursive: true, force: true });
}

function replacePart(results: string, name: keyof typeof PARTS, text: string): string {
  const part = `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
  const old = new RegExp(`<!-- ${name} -->.*<!-- /${name} -->`, "s");
  return old.test(results) ? results.replace(old, () => part) : `${results}\n${part}\n`;
}

async function measureGraph(): Promise<string> {
  const results = await benchGraph({ work });
  return ["## Link graph", "", await describeMachine(), "", results].join("\n");
}

async function measureChain(): Promise<string> {
  const results = await benchChain({ work, rounds: ROUNDS, seconds: SECONDS });
  return ["## Partner side", "", await describeMachine(), "", results].join("\n");
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
