import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchAgents } from "./agents/agents.ts";
import { benchAttacks } from "./attacks/attacks.ts";
import { benchGraph } from "./browser/graph.ts";
import { benchPages } from "./browser/pages.ts";
import { benchBuilds } from "./builds/builds.ts";
import { benchCi } from "./builds/ci.ts";
import { benchGrowth } from "./builds/growth.ts";
import { benchMdx } from "./builds/mdx.ts";
import { benchWatch } from "./builds/watch.ts";
import { benchChain } from "./chain/chain.ts";
import { benchScaling } from "./chain/scaling.ts";
import { benchCheckers } from "./checkers/checkers.ts";
import { benchMoves } from "./moves/moves.ts";
import { profileAll } from "./profile/profile.ts";
import { benchRequests } from "./requests/requests.ts";
import { benchSearches } from "./requests/searches.ts";
import { benchStart } from "./requests/start.ts";
import type { PartPage, PartResults } from "./results.ts";
import { benchHitsSpeed } from "./search/relevance/hits-speed.ts";
import { benchRelevance } from "./search/relevance/relevance.ts";
import { benchSearch } from "./search/search.ts";
import { benchStaticForm } from "./search/static-form.ts";
import type { SiteTree } from "./sites/measure-site.ts";
import { benchSites } from "./sites/sites.ts";
import { type Checkout, NOW } from "./support/docgate.ts";
import type { Inputs } from "./support/inputs.ts";

/** A part of the benchmark that can be measured alone. */
export interface Part extends PartPage {
  /** Packages of the benchmark that take part. */
  readonly peers: readonly string[];
  /** True if it is measured only on request. */
  readonly isExtra?: boolean;
  /** Programs that must be on the PATH. */
  readonly needs?: readonly string[];
  measure(context: PartContext): Promise<PartResults>;
}

export interface PartContext {
  readonly inputs: Inputs;
  /** Folder for outputs and caches. */
  readonly work: string;
  /** A checkout to compare with, if one is given. */
  readonly earlier: readonly Checkout[];
  /** Trees with what their own generators built of them. */
  readonly sites: readonly SiteTree[];
}

const ROUNDS = 3;
const SAVES = 5;
const STARTS = 5;
const SMALL_START_MS = 150;
const CHAIN_SECONDS = 4;
/** Short, because there are many: nine servers under fourteen loads, on two corpora. */
const REQUEST_SECONDS = 1;
const REQUEST_ROUNDS = 2;
/** Fewer than elsewhere, because a cold build of some peers takes minutes. */
const BUILD_ROUNDS = 2;
const SCALING_SECONDS = 4;
const QUERIES = { count: 2000, seed: 1 } as const;

const OWN = {
  name: "`content`",
  root: fileURLToPath(new URL("../content", import.meta.url)),
};

/** Keyed by option, in the order of the results. */
export const PARTS: Readonly<Record<string, Part>> = {
  search: {
    title: "Search",
    table: "serving",
    peers: ["minisearch", "@orama/orama", "flexsearch"],
    measure: measureSearch,
  },
  relevance: {
    title: "Relevance",
    table: "quality",
    chief: /(labels|Chinese|questions|descriptions): recall@5 of the place|of hits/,
    peers: ["minisearch", "@orama/orama", "flexsearch", "pagefind"],
    isExtra: true,
    measure: measureRelevance,
  },
  static: {
    title: "Static form",
    table: "quality",
    chief: /^`(?!content)/,
    peers: [],
    isExtra: true,
    measure: measureStaticForm,
  },
  agents: {
    title: "Agents",
    table: "quality",
    chief: /tokens of the best peer|search_docs|Markdown routes/,
    peers: ["@farming-labs/docs", "@modelcontextprotocol/server", "minisearch"],
    isExtra: true,
    measure: measureAgents,
  },
  requests: {
    title: "Requests",
    table: "serving",
    chief: /^(250 pages: Q2|10 000 pages: Q4)|p99|resident/,
    peers: ["graphql-yoga", "@apollo/server", "graphql", "mercurius", "fastify", "graphql-http"],
    needs: ["wrk"],
    measure: measureRequests,
  },
  searches: {
    title: "Searches over HTTP",
    table: "serving",
    peers: [],
    needs: ["wrk"],
    measure: async ({ inputs, work }) => {
      const { name, corpus } = await inputs.large();
      return benchSearches({ name, corpus: await corpus(), work });
    },
  },
  start: { title: "Start and memory", table: "serving", peers: [], measure: measureStart },
  builds: {
    title: "Builds",
    table: "building",
    chief: /content-collections|velite|astro|peak/,
    peers: ["velite", "@content-collections/core", "astro", "markdown-to-api"],
    measure: measureBuilds,
  },
  mdx: {
    title: "MDX",
    table: "building",
    chief: /MB/,
    peers: [],
    measure: ({ work }) => benchMdx({ work, rounds: ROUNDS }),
  },
  ci: {
    title: "Pull requests",
    table: "building",
    peers: ["rumdl", "remark-validate-links", "remark-cli"],
    isExtra: true,
    measure: measureCi,
  },
  checkers: {
    title: "Checkers",
    table: "quality",
    peers: ["rumdl", "markdownlint-cli2", "remark-validate-links", "markdown-link-check"],
    isExtra: true,
    measure: ({ work }) => benchCheckers(work),
  },
  watch: { title: "Watching", table: "building", peers: [], measure: measureWatch },
  growth: {
    title: "Growth",
    table: "building",
    chief: /100000/,
    peers: [],
    isExtra: true,
    measure: ({ work }) => benchGrowth({ work, rounds: ROUNDS }),
  },
  chain: {
    title: "Partner side",
    table: "serving",
    peers: ["autocannon"],
    measure: ({ work }) => benchChain({ work, rounds: ROUNDS, seconds: CHAIN_SECONDS }),
  },
  scaling: {
    title: "Several instances",
    table: "serving",
    chief: /new|mint/,
    peers: [],
    isExtra: true,
    needs: ["nginx", "wrk"],
    measure: measureScaling,
  },
  moves: {
    title: "Moves",
    table: "quality",
    chief: /redirects|confidence|0\.8|anchor/,
    peers: [],
    isExtra: true,
    needs: ["git", "tar"],
    measure: async ({ inputs, work }) =>
      benchMoves({
        history: inputs.real[0]?.root ?? null,
        large: await inputs.large(),
        work,
        rounds: ROUNDS,
      }),
  },
  sites: {
    title: "Sites",
    table: "quality",
    chief: /addresses|reported|fix/,
    peers: [],
    isExtra: true,
    measure: ({ sites }) => benchSites(sites),
  },
  graph: {
    title: "Link graph",
    table: "serving",
    peers: [],
    measure: async ({ work }) => withoutGoals(await benchGraph({ work })),
  },
  pages: {
    title: "Pages for browsers",
    table: "serving",
    peers: [],
    // A separate folder: that of the partner's side already contains a data folder.
    measure: async ({ work }) =>
      withoutGoals(await benchPages({ work: await mkdtemp(join(work, "pages-")) })),
  },
  attacks: {
    title: "Attacks",
    table: "serving",
    peers: [],
    isExtra: true,
    measure: async ({ inputs, work, earlier }) =>
      benchAttacks({
        large: await inputs.large(),
        small: await inputs.small(),
        checkouts: [...earlier, NOW],
        work: await mkdtemp(join(work, "attacks-")),
      }),
  },
  profile: {
    title: "Profiles",
    table: "serving",
    peers: [],
    isExtra: true,
    needs: ["wrk"],
    measure: async ({ inputs, work }) => {
      const { name, root, corpus } = await inputs.large();
      return profileAll({ name, root, corpus: await corpus(), work });
    },
  },
};

async function measureSearch({ inputs }: PartContext): Promise<PartResults> {
  const [large, small] = [await inputs.large(), await inputs.small()];
  const results = [
    await benchSearch({
      ...QUERIES,
      name: large.name,
      corpus: await large.corpus(),
      withPeers: false,
    }),
    await benchSearch({
      ...QUERIES,
      name: small.name,
      corpus: await small.corpus(),
      withPeers: true,
    }),
  ];
  // The goals apply to the large tree.
  return { text: joinResults(results).text, goals: results[0]!.goals };
}

/** Returns trees of the caller; if there are none, docgate's own documentation. */
function ownUnless(trees: Inputs["real"]): Inputs["real"] {
  return trees.length > 0 ? trees : [OWN];
}

/** Of the trees of the caller, or else of docgate's own documentation. */
async function measureRelevance({ inputs, work }: PartContext): Promise<PartResults> {
  const trees = ownUnless(inputs.real);
  const large = await inputs.large();
  return joinResults([
    await benchRelevance({ trees, work, seed: QUERIES.seed }),
    await benchHitsSpeed({ name: large.name, root: large.root, work, seed: QUERIES.seed }),
  ]);
}

/** Of the trees of the caller, or else of docgate's own documentation. */
async function measureStaticForm({ inputs, work }: PartContext): Promise<PartResults> {
  const results: PartResults[] = [];
  for (const tree of ownUnless(inputs.real)) {
    results.push(await benchStaticForm({ ...tree, work, seed: QUERIES.seed }));
  }
  return joinResults(results);
}

/** Of the trees of the caller, or else of docgate's own documentation. */
async function measureAgents({ inputs, work }: PartContext): Promise<PartResults> {
  const trees = ownUnless(inputs.real);
  const sizes = { rounds: ROUNDS, seconds: CHAIN_SECONDS };
  return benchAgents({ trees, work, seed: QUERIES.seed, ...sizes });
}

async function measureRequests({ inputs, work }: PartContext): Promise<PartResults> {
  const results: PartResults[] = [];
  for (const input of [await inputs.small(), await inputs.large()]) {
    const { name, corpus } = input;
    const options = {
      name,
      corpus: await corpus(),
      work,
      rounds: REQUEST_ROUNDS,
      seconds: REQUEST_SECONDS,
    };
    results.push(await benchRequests(options));
  }
  const { text, goals } = joinResults(results);
  const introduction =
    `\`wrk -t1 -c32\`, ${REQUEST_ROUNDS} rounds of ${REQUEST_SECONDS} s each in turn after one that ` +
    "is not counted, longer ones for slow requests, with server and wrk on separate cores if " +
    "taskset is available. Q1 is `meta`, Q2 one doc with headings, Q3 50 docs, Q4 a search, Q5 as " +
    "Q2 with the ids of 1000 docs in turn, or of all. All servers have the same schema and functions " +
    "over the same corpus, and agree on the answer.";
  return { text: `${introduction}\n\n${text}`, goals };
}

async function measureStart({ inputs }: PartContext): Promise<PartResults> {
  const [large, small] = [await inputs.large(), await inputs.small()];
  return joinResults([
    await benchStart({ name: large.name, corpus: await large.corpus(), rounds: STARTS }),
    await benchStart({
      name: small.name,
      corpus: await small.corpus(),
      rounds: STARTS,
      maxMs: SMALL_START_MS,
    }),
  ]);
}

async function measureBuilds({ inputs, work }: PartContext): Promise<PartResults> {
  const results: PartResults[] = [];
  for (const { name, root } of [...inputs.real, await inputs.large()]) {
    results.push(await benchBuilds({ name, root, work, rounds: BUILD_ROUNDS }));
  }
  return joinResults(results);
}

/** On trees of the caller, or else on docgate's own documentation. */
async function measureCi({ inputs, work }: PartContext): Promise<PartResults> {
  const results: PartResults[] = [];
  for (const { name, root } of ownUnless(inputs.real)) {
    results.push(await benchCi({ name, root, work, rounds: ROUNDS }));
  }
  return joinResults(results);
}

async function measureWatch({ inputs, work }: PartContext): Promise<PartResults> {
  const results: PartResults[] = [];
  for (const { name, root } of [await inputs.large(), await inputs.small()]) {
    results.push(await benchWatch({ name, root, work, saves: SAVES }));
  }
  return joinResults(results);
}

async function measureScaling({ inputs, work }: PartContext): Promise<PartResults> {
  const { name, corpus } = await inputs.small();
  return benchScaling({
    name,
    corpus: await corpus(),
    // A separate folder: that of the partner's side already contains a data folder.
    work: await mkdtemp(join(work, "scaling-")),
    rounds: ROUNDS,
    seconds: SCALING_SECONDS,
  });
}

function joinResults(results: readonly PartResults[]): PartResults {
  return {
    text: results.map(({ text }) => text).join("\n\n"),
    goals: results.flatMap(({ goals }) => goals),
  };
}

function withoutGoals(text: string): PartResults {
  return { text, goals: [] };
}
