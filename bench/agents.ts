import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { markdownOf } from "../corpus/search/words/places.ts";
import { benchAgentLoads } from "./agents-load.ts";
import { benchMarkdown } from "./agents-markdown.ts";
import { type Agent, READERS, type Reader, startAgent } from "./agents-readers.ts";
import { medianOf, quantile, table } from "./measure.ts";
import { halfOf } from "./relevance.ts";
import { drawQuerySets } from "./relevance-queries.ts";
import { type RelevanceTree, readTree } from "./relevance-tree.ts";
import type { Answer, Query } from "./relevance-truth.ts";
import type { Goal, PartResults } from "./results.ts";

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
/** An agent gives up after these calls. */
const MAX_CALLS = 6;
/** Maximum number of queries of each set. */
const MAX_QUERIES = 10;
const MAX_DEFINITIONS = 700;
const MAX_RATIO = 0.5;
const MAX_MEDIAN_CALLS = 2;

/** One query, read until its answer was in the context or the agent gave up. */
interface Reading {
  readonly server: string;
  readonly set: string;
  readonly calls: number;
  /** Tokens of all answers, without the definitions. */
  readonly tokens: number;
  readonly isFound: boolean;
  readonly answers: readonly number[];
}

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
  const usable = halfOf(drawn, "reported").filter((query) => !query.isWithoutDescriptions);
  const sets = Map.groupBy(usable, ({ set }) => set);
  return Array.from(sets.values()).flatMap((some) => some.slice(0, MAX_QUERIES));
}

interface Measured {
  readonly readings: readonly Reading[];
  /** Tokens of the tools' definitions, by server. */
  readonly definitions: ReadonlyMap<string, number>;
}

interface ReadOptions {
  readonly queries: readonly Query[];
  readonly corpus: string;
  readonly root: string;
}

async function readAll(tree: RelevanceTree, options: ReadOptions): Promise<Measured> {
  const readings: Reading[] = [];
  const definitions = new Map<string, number>();
  const evidence = createEvidence(tree);
  for (const [server, reader] of Object.entries(READERS)) {
    const agent = await startAgent(reader, options);
    definitions.set(server, countTokens(agent.definitions));
    for (const query of options.queries) {
      const isAnswer = evidence(query.answers);
      readings.push({
        server,
        set: query.set,
        ...(await readOne(agent, { reader, query, isAnswer })),
      });
    }
    await agent.close();
  }
  return { readings, definitions };
}

interface OneOptions {
  readonly reader: Reader;
  readonly query: Query;
  /** Returns true if a text of the docs has the answer. */
  readonly isAnswer: (text: string) => boolean;
}

async function readOne(
  agent: Agent,
  { reader, query, isAnswer }: OneOptions,
): Promise<Omit<Reading, "server" | "set">> {
  const answers: number[] = [];
  const waiting = [reader.search(query.query)];
  let isFound = false;
  while (waiting.length > 0 && answers.length < MAX_CALLS && !isFound) {
    const call = waiting.shift()!;
    const got = reader.understand(await agent.call(call), call);
    answers.push(countTokens(got.text, { allowedSpecial: "all" }));
    isFound = isAnswer(got.read);
    waiting.push(...got.next);
  }
  const tokens = answers.reduce((sum, count) => sum + count, 0);
  return { calls: answers.length, tokens, isFound, answers };
}

/** Number of letters and digits by which a place is recognised. */
const EVIDENCE = 50;

/** Recognises places by the beginning of their longest line without markup. */
function createEvidence({ sections, docs }: RelevanceTree) {
  const texts = sections.map(({ title, heading, place }) => {
    const lines = markdownOf(place.heading, docs[place.doc]!)
      .split("\n")
      .slice(1)
      .flatMap((line) => line.split(/[[\](){}<>`*_|]/));
    const longest = lines
      .map(bare)
      .reduce((best, line) => (line.length > best.length ? line : best), "");
    return { title, heading, evidence: longest.slice(0, EVIDENCE) || bare(heading) };
  });
  return (answers: readonly Answer[]) => {
    const wanted = texts.filter((text) =>
      answers.some(
        ({ title, heading }) => title === text.title && (heading ?? text.heading) === text.heading,
      ),
    );
    return (text: string) => {
      const read = bare(text);
      return wanted.some(({ evidence }) => read.includes(evidence));
    };
  };
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

function describe({ readings, definitions }: Measured): string[] {
  const rows = Array.from(Map.groupBy(readings, ({ set }) => set)).flatMap(([set, some]) =>
    Array.from(
      Map.groupBy(some, ({ server }) => server),
      ([server, own], at) => [
        ...(at === 0 ? [set, String(own.length)] : ["", ""]),
        server,
        ...figuresOf(own),
      ],
    ),
  );
  const all = Array.from(
    Map.groupBy(readings, ({ server }) => server),
    ([server, own]) => ["all", String(own.length), server, ...figuresOf(own)],
  );
  const head = [
    "set",
    "queries",
    "",
    "found, %",
    "calls",
    "tokens",
    "p95",
    "tokens of an answer",
    "p95",
  ];
  const sizes = Array.from(definitions, ([server, tokens]) => `${server} ${tokens}`).join(", ");
  return [
    `Until the answer is in the context, medians; at most ${MAX_CALLS} calls. Tokens of the tools' definitions: ${sizes}.`,
    table(head, [...rows, ...all]),
  ];
}

function figuresOf(readings: readonly Reading[]): string[] {
  const tokens = readings.map((one) => one.tokens);
  const answers = readings.flatMap((one) => one.answers);
  const found = readings.filter(({ isFound }) => isFound).length / readings.length;
  return [
    (100 * found).toFixed(1),
    String(medianOf(readings.map(({ calls }) => calls))),
    ...[medianOf(tokens), quantile(tokens, 0.95), medianOf(answers), quantile(answers, 0.95)].map(
      String,
    ),
  ];
}

function toGoals(tree: string, { readings, definitions }: Measured): Goal[] {
  const byServer = Map.groupBy(readings, ({ server }) => server);
  const medians = Array.from(byServer, ([server, own]) => ({
    server,
    tokens: medianOf(own.map(({ tokens }) => tokens)),
    calls: medianOf(own.map(({ calls }) => calls)),
  }));
  const ours = medians.find(({ server }) => server === OURS)!;
  const [best] = medians
    .filter(({ server }) => server !== OURS)
    .sort((left, right) => left.tokens - right.tokens);
  const ratio = ours.tokens / best!.tokens;
  const own = definitions.get(OURS)!;
  return [
    {
      goal: `${tree}: half the tokens of the best peer until the answer`,
      figure: `${ours.tokens}, ${best!.server} ${best!.tokens}`,
      ratio: ratio.toFixed(2),
      isMet: ratio <= MAX_RATIO,
    },
    {
      goal: `${tree}: at most ${MAX_MEDIAN_CALLS} calls in the median`,
      figure: String(ours.calls),
      ratio: "",
      isMet: ours.calls <= MAX_MEDIAN_CALLS,
    },
    {
      goal: `${tree}: definitions of at most ${MAX_DEFINITIONS} tokens`,
      figure: String(own),
      ratio: "",
      isMet: own <= MAX_DEFINITIONS,
    },
  ];
}
