/**
 * Measures docgate against its peers, writes a page of `results/` for each part, and RESULTS.md.
 *
 * `npm run bench` measures everything but relevance, the static form, agents, pull requests, checkers,
 * growth, moves, sites, several instances, attacks and profiles. Parts can be measured alone, one or several, and keep the results of the
 * others:
 *
 * - `--search`: exact search compared with a scan; MiniSearch, Orama, FlexSearch
 * - `--relevance`: how often the right place is among the first hits, compared with MiniSearch, Orama,
 *   FlexSearch and Pagefind; of real trees: `npm run bench -- --relevance DIR…`
 * - `--static`: what readers of the static form transfer; of real trees: `npm run bench -- --static DIR…`
 * - `--agents`: tokens and calls until an agent has the answer over MCP, compared with
 *   `@farming-labs/docs` and a plain server; pages as Markdown, compared with bare Hono; also of real
 *   trees: `npm run bench -- --agents DIR…`
 * - `--requests`: GraphQL servers under load, with wrk
 * - `--searches`: searches over HTTP that never repeat
 * - `--start`: the first answer, and memory, compared with `JSON.parse`
 * - `--builds`: cold builds and builds after a change, compared with velite, content-collections,
 *   Astro and markdown-to-api; also of real trees: `npm run bench -- --builds DIR…`
 * - `--mdx`: builds of a tree of MDX on one thread, with each parser
 * - `--ci`: a pull request, compared with rumdl and remark-validate-links; on real trees:
 *   `npm run bench -- --ci DIR…`
 * - `--checkers`: who sees which mistake in a tree with one of each: rumdl, markdownlint-cli2,
 *   remark-validate-links, markdown-link-check
 * - `--watch`: from a save to the new corpus being served
 * - `--growth`: builds of 10 000 and of 100 000 pages
 * - `--chain`: the partner's side
 * - `--scaling`: one and two instances on one PostgreSQL behind nginx, on Linux
 * - `--moves`: where content is found that moved, compared with git; two states of a real tree with the
 *   redirects of its editors: `npm run bench -- --moves DIR`
 * - `--sites`: how well docgate knows what a site's own generator makes of a tree:
 *   `npm run bench -- --sites DIR TRUTH`, for several trees `DIR TRUTH DIR TRUTH…`. TRUTH is a file of JSON,
 *   `{ generator, pages: { ADDRESS: { title, headings: [[level, id, text]], ids } } }`. The configuration of the
 *   first tree is `--config FILE` in JSON, its HTML `--html DIR`; repeat them for the others, `-` for none
 * - `--graph`: the link graph while a user moves it
 * - `--pages`: pages for browsers; these two need `npm run build:web`
 * - `--attacks`: how long others wait while a server is attacked, and what attacks on builds cost; with
 *   `--before DIR`, next to an earlier checkout with its packages installed
 * - `--profile`: CPU profiles of each hot path, written to `bench/profiles/`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { PARTS, type Part, type PartContext } from "./parts.ts";
import { renderPart, writeResults } from "./results.ts";
import { siteTrees } from "./sites/site-trees.ts";
import { buildDocgate } from "./support/docgate.ts";
import { prepareInputs } from "./support/inputs.ts";
import { requireProgram } from "./support/programs.ts";
import { describeRun } from "./support/versions.ts";

const options: ParseArgsOptionsConfig = {
  before: { type: "string" },
  config: { type: "string", multiple: true },
  html: { type: "string", multiple: true },
  ...Object.fromEntries(Object.keys(PARTS).map((name) => [name, { type: "boolean" }] as const)),
};
const { values, positionals: real } = parseArgs({ allowPositionals: true, options });
const asked = Object.entries(PARTS).filter(([name]) => values[name]);
const parts = asked.length > 0 ? asked : Object.entries(PARTS).filter(([, part]) => !part.isExtra);

for (const [, { title, needs = [] }] of parts) {
  for (const program of needs) await requireProgram(program, { title });
}
const work = await mkdtemp(join(tmpdir(), "docgate-bench-"));
try {
  await buildDocgate();
  const { before } = values;
  const earlier =
    typeof before === "string" ? [{ name: "before", docgate: await buildDocgate(before) }] : [];
  const sites = values.sites === true ? siteTrees(real, values) : [];
  const context = { inputs: prepareInputs(work, { real }), work, earlier, sites };
  for (const part of parts) await record(part, context);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** Measures a part and saves the results at once, so that they are kept if the next part fails. */
async function record([name, part]: readonly [string, Part], context: PartContext): Promise<void> {
  const start = performance.now();
  const { text, goals } = await part.measure(context);
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  const introduction = `${await describeRun(part.peers)} Measured in ${minutes} minutes.`;
  const results = { text: `${introduction}\n\n${text}`, goals };
  await writeResults([name, results], PARTS);
  process.stdout.write(renderPart(part, { results, before: "" }));
}
