import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type LoadKind, makeLoads } from "../requests/loads.ts";
import type { Goal, PartResults } from "../results.ts";
import { medianOf, show, summarize, table } from "../support/measure.ts";
import { latencyOf, runWrk, type WrkRun } from "../support/wrk.ts";
import { bearer, mint, mintRequest } from "./partner-requests.ts";
import {
  mapPrograms,
  type PerProgram,
  PROGRAMS,
  type Replicas,
  startReplicas,
} from "./replicas.ts";

/** Requests per second for the estimate. */
const WANTED = 10_000;
/** Maximum ratio of the CPU time per request with two docgate processes to that with one. */
const MAX_TO_ONE = 1.1;
/** Connections to each docgate: its concurrent requests share a look at the store. */
const CONNECTIONS_EACH = 32;
/** Maximum number of requests that wrk has created but not sent. */
const MARGIN = 1000;
const MICROSECONDS = 1e6;

const ASSUMPTIONS = [
  "An estimate: the CPU seconds per request, with one docgate and with two, times the requests. A " +
    "docgate that is less busy shares less work between requests. The estimate assumes",
  "",
  "- cores as fast as these, each fully used; for short response times, leave half of them idle",
  "- requests that cost the same on several machines as here, without a network in between and with " +
    "wrk and other programs on the same cores",
  "- one docgate process for each of its cores, since a process hardly uses more than one, and as " +
    "many concurrent requests to each as here",
  "- one PostgreSQL, with all its cores in one machine; nginx and docgate can run on several",
  "- no TLS, no access log, and one partner, whose rows PostgreSQL has in memory",
].join("\n");

export interface ScalingOptions {
  /** Name of the corpus in the results. */
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  /** An empty folder. */
  readonly work: string;
  readonly rounds: number;
  /** Length of one measurement. */
  readonly seconds: number;
}

/** One request, sent repeatedly. */
interface Load {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The path after the site's address. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Lines as in `wrk.lua`. */
  readonly lines: readonly string[];
}

interface Run extends WrkRun {
  /** CPU microseconds per request. */
  readonly cpu: PerProgram;
}

/** A load on nginx in front of one docgate and of two, in turn. */
interface LoadRuns {
  readonly load: string;
  readonly one: readonly Run[];
  readonly both: readonly Run[];
}

/**
 * Measures requests per second of one and of two docgate processes on one PostgreSQL behind nginx,
 * and the CPU time that each program takes per request.
 */
export async function benchScaling(options: ScalingOptions): Promise<PartResults> {
  const replicas = await startReplicas(options);
  try {
    const measured: LoadRuns[] = [];
    for (const load of await drawLoads(options.corpus, replicas)) {
      measured.push(await measureInTurn(load, { ...options, replicas }));
    }
    return { text: describe(options, measured), goals: measured.map(toGoal) };
  } finally {
    await replicas.stop();
  }
}

async function drawLoads(corpus: string, { sites, origin, chain }: Replicas): Promise<Load[]> {
  const loads = await makeLoads(corpus);
  const paths = (kind: LoadKind) =>
    loads.find((load) => load.query === "Q5" && load.kind === kind)!.bodies.map(toPath);
  const partner = { url: sites[0], origin, chain };
  const { url: path, headers } = mintRequest({ ...partner, url: "" });
  return [
    { name: "a query that nginx keeps", method: "GET", lines: paths("repeated") },
    { name: "a query that is new", method: "GET", lines: paths("variables never repeated") },
    {
      name: "`GET /v1/space/list`",
      method: "GET",
      lines: ["/v1/space/list"],
      headers: bearer(partner, await mint(partner)),
    },
    { name: "mint a token", method: "POST", path, headers: headers!, lines: [""] },
  ];
}

function toPath(body: string): string {
  const { query, variables } = JSON.parse(body);
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  return `/graphql?${parameters}`.replace("%7B%7BCOUNT%7D%7D", "{{COUNT}}");
}

async function measureInTurn(
  { name, path = "", lines, ...request }: Load,
  { replicas, work, rounds, seconds }: ScalingOptions & { readonly replicas: Replicas },
): Promise<LoadRuns> {
  const file = join(work, "lines.txt");
  await writeFile(file, lines.map((line) => `${line}\n`).join(""));
  let count = 0;
  const measure = async (site: string, docgates: number): Promise<Run> => {
    const connections = docgates * CONNECTIONS_EACH;
    const url = site + path;
    const before = replicas.cpuSeconds();
    const run = await runWrk({ ...request, url, lines: file, connections, count, seconds });
    const after = replicas.cpuSeconds();
    count += run.requests + MARGIN;
    const cpu = mapPrograms(
      (program) => ((after[program] - before[program]) * MICROSECONDS) / run.requests,
    );
    return { ...run, cpu };
  };
  const [one, both]: [Run[], Run[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    one.push(await measure(replicas.sites[0], 1));
    both.push(await measure(replicas.sites[1], 2));
  }
  // The first round warms up the compilers.
  return { load: name, one: one.slice(1), both: both.slice(1) };
}

function describe(
  { name, rounds, seconds }: ScalingOptions,
  measured: readonly LoadRuns[],
): string {
  return [
    `One docgate and two on one PostgreSQL, behind nginx with \`examples/deploy/nginx.conf\`; the ` +
      `corpus has ${name}. \`wrk -t1\` with ${CONNECTIONS_EACH} connections for each docgate, ` +
      `${rounds} rounds of ${seconds} s each in turn after one that is not counted. All programs ` +
      "and wrk share the cores of one machine, so the second docgate adds no core: the " +
      "CPU time per request shows what more machines could do.",
    "The queries are for the headings of one doc, by GET: of all docs in turn, each of which nginx " +
      "asks docgate about once a second; and with a variable that never repeats, so that every one " +
      "is executed. Each request of a partner asks PostgreSQL whether anything has changed; concurrent " +
      "ones at the same docgate share the question.",
    describeRates(measured),
    `### Cores for ${WANTED} requests a second`,
    describeCores(measured),
    ASSUMPTIONS,
  ].join("\n\n");
}

function describeRates(measured: readonly LoadRuns[]): string {
  const head = ["request", "docgate", "requests/s", "p99 ms"];
  return table(
    [...head, ...PROGRAMS.map((program) => `${program}, CPU µs a request`)],
    measured.flatMap(({ load, one, both }) => [
      [load, "1", ...describeRuns(one)],
      [load, "2", ...describeRuns(both)],
    ]),
  );
}

function describeRuns(runs: readonly Run[]): string[] {
  return [
    show(summarize(runs.map(({ perSecond }) => perSecond)), 0),
    latencyOf(runs, 0.99).toFixed(1),
    ...PROGRAMS.map((program) => show(summarize(runs.map(({ cpu }) => cpu[program])), 0)),
  ];
}

/** Describes the cores needed by the figures of one docgate, and of two. */
function describeCores(measured: readonly LoadRuns[]): string {
  const cores = (runs: readonly Run[], program: keyof PerProgram) =>
    ((medianOf(runs.map(({ cpu }) => cpu[program])) * WANTED) / MICROSECONDS).toFixed(1);
  return table(
    ["request", ...PROGRAMS.map((program) => `${program}, cores`)],
    measured.map(({ load, one, both }) => [
      load,
      ...PROGRAMS.map((program) => `${cores(one, program)} / ${cores(both, program)}`),
    ]),
  );
}

function toGoal({ load, one, both }: LoadRuns): Goal {
  const [alone, shared] = [one, both].map((runs) => runs.map(totalOf));
  const ratio = medianOf(shared!.map((total, round) => total / alone![round]!));
  return {
    goal: `${load}: with two docgate at most ${MAX_TO_ONE} of the CPU time with one`,
    figure: `${medianOf(shared!).toFixed(0)} µs`,
    peer: `with one ${medianOf(alone!).toFixed(0)} µs`,
    ratio: ratio.toFixed(2),
    isMet: Number.isNaN(ratio) ? null : ratio <= MAX_TO_ONE,
  };
}

function totalOf({ cpu }: Run): number {
  return PROGRAMS.reduce((total, program) => total + cpu[program], 0);
}
