import type { Goal, PartResults } from "../results.ts";
import { drawQuerySets } from "../search/relevance/queries.ts";
import { readTree } from "../search/relevance/read-tree.ts";
import { halfOf } from "../search/relevance/relevance.ts";
import type { RelevanceTree } from "../search/relevance/tree.ts";
import type { Query } from "../search/relevance/truth.ts";
import { medianOf, quantile, table } from "../support/measure.ts";
import { benchAgentLoads } from "./load.ts";
import { benchMarkdown } from "./markdown.ts";
import { MAX_CALLS, MAX_MINUTES, type Reading, type ReadingReport, readAll } from "./read.ts";

export interface AgentOptions {
  readonly trees: readonly { readonly name: string; readonly root: string }[];
  /** Folder for the generated corpora. */
  readonly work: string;
  /** The same seed draws the same queries. */
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
}

const OURS = "docgate";
const MAX_DEFINITIONS = 700;
const MAX_RATIO = 0.5;
const MAX_MEDIAN_CALLS = 2;

/** Measures how many tokens and calls an agent needs until the answer is in its context. */
export async function benchAgents(options: AgentOptions): Promise<PartResults> {
  const texts: string[] = [];
  const goals: Goal[] = [];
  for (const { name, root } of options.trees) {
    const tree = await readTree({ name, root }, options.work);
    const { corpus } = tree;
    const queries = await drawQueries(tree, options.seed);
    const measured = await readAll(tree, { queries, corpus, root });
    texts.push(`### ${name}`, ...describe(measured));
    goals.push(...toGoals(name, measured));
    const loads = await benchAgentLoads({ ...options, name, corpus, queries, tree });
    const slugs = tree.docs.map(({ slug }) => slug);
    const pages = await benchMarkdown({ ...options, name, corpus, slugs });
    texts.push(loads.text, pages.text);
    goals.push(...loads.goals, ...pages.goals);
  }
  return { text: texts.join("\n\n"), goals };
}

async function drawQueries(tree: RelevanceTree, seed: number): Promise<Query[]> {
  const drawn = await drawQuerySets(tree, seed);
  // The servers have the pages with their descriptions.
  return halfOf(drawn, "reported").filter((query) => !query.isWithoutDescriptions);
}

function describe({ readings, definitions, failures }: ReadingReport): string[] {
  const rows = Array.from(
    Map.groupBy(readings, ({ query }) => query.set),
    ([set, some]) => rowsOf(set, some),
  );
  const head = [
    "set",
    "",
    "queries",
    "found, %",
    "calls",
    "tokens",
    "p95",
    "tokens of an answer",
    "p95",
  ];
  const sizes = Array.from(definitions, ([server, tokens]) => `${server} ${tokens}`).join(", ");
  const failed = Array.from(failures, ([server, message]) => ` ${server} failed: ${message}.`);
  return [
    `Until the answer is in the context, medians; at most ${MAX_CALLS} calls, and ${MAX_MINUTES} minutes for a server. Tokens of the tools' definitions: ${sizes}.${failed.join("")}`,
    table(head, [...rows.flat(), ...rowsOf("all", readings)]),
  ];
}

function rowsOf(set: string, readings: readonly Reading[]): string[][] {
  return Array.from(
    Map.groupBy(readings, ({ server }) => server),
    ([server, own], at) => [at === 0 ? set : "", server, String(own.length), ...figuresOf(own)],
  );
}

function figuresOf(readings: readonly Reading[]): string[] {
  const tokens = readings.map((one) => one.tokens);
  const answers = readings.flatMap((one) => one.answers);
  const found = readings.filter(({ isFound }) => isFound).length / readings.length;
  return [
    (100 * found).toFixed(1),
    String(medianOf(readings.map(({ calls }) => calls))),
    ...[medianOf(tokens), quantile(tokens, 0.95), medianOf(answers), quantile(answers, 0.95)].map(
      (count) => count.toFixed(0),
    ),
  ];
}

function toGoals(tree: string, { readings, definitions }: ReadingReport): Goal[] {
  const byServer = Map.groupBy(readings, ({ server }) => server);
  const ours = byServer.get(OURS)!;
  const peers = Array.from(byServer, ([server, own]) => compare(server, { own, ours }));
  const best = peers
    .filter(({ server }) => server !== OURS)
    .reduce((left, right) => (right.ratio > left.ratio ? right : left));
  const calls = medianOf(ours.map((one) => one.calls));
  const own = definitions.get(OURS)!;
  return [
    {
      goal: `${tree}: half the tokens of the best peer until the answer`,
      figure: `${best.ours}, median of ${best.count} queries`,
      peer: `${best.server} ${best.peer}`,
      ratio: best.ratio.toFixed(2),
      isMet: best.ratio <= MAX_RATIO,
    },
    {
      goal: `${tree}: at most ${MAX_MEDIAN_CALLS} calls in the median`,
      figure: String(calls),
      ratio: "",
      isMet: calls <= MAX_MEDIAN_CALLS,
    },
    {
      goal: `${tree}: definitions of at most ${MAX_DEFINITIONS} tokens`,
      figure: String(own),
      ratio: "",
      isMet: own <= MAX_DEFINITIONS,
    },
  ];
}

interface Readings {
  readonly own: readonly Reading[];
  readonly ours: readonly Reading[];
}

/** Compares a peer with docgate over the queries for which the peer had time. */
function compare(server: string, { own, ours }: Readings) {
  const asked = new Set(own.map(({ query }) => query));
  const same = ours.filter(({ query }) => asked.has(query));
  const [mine, theirs] = [same, own].map((some) => medianOf(some.map(({ tokens }) => tokens)));
  return { server, count: own.length, ours: mine!, peer: theirs!, ratio: mine! / theirs! };
}
