import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../../corpus/exports.ts";
import { fillBody, type LoadKind, makeLoads } from "../requests/loads.ts";
import type { PartResults } from "../results.ts";
import { drawQueries, foldDoc } from "../search/queries.ts";
import { DOCGATE } from "../support/docgate.ts";
import { runProcess } from "../support/run-process.ts";
import { ask, type ServerProcess, serveDocgate } from "../support/serve.ts";
import { runWrk } from "../support/wrk.ts";
import { describeTop } from "./top-functions.ts";

/** The folder for the profiles, which a browser's developer tools can open. */
const PROFILES = fileURLToPath(new URL("../profiles", import.meta.url));
const PROFILER = new URL("./cpu-profile.ts", import.meta.url).href;
const SECONDS = 5;
const QUERIES = 2000;
const LIMIT = 20;
const LOOK_EVERY_MS = 50;

export interface ProfileOptions {
  readonly name: string;
  readonly root: string;
  readonly corpus: string;
  readonly work: string;
}

/** Records CPU profiles of each hot path of docgate. */
export async function profileAll(options: ProfileOptions): Promise<PartResults> {
  await rm(PROFILES, { recursive: true, force: true });
  await mkdir(PROFILES, { recursive: true });
  const paths: Readonly<Record<string, () => Promise<string[]>>> = {
    "Cold build, all threads": () => profileBuild(options),
    "Start, to the first answer": () => profileStart(options),
    Search: () => profileSearch(options),
    "Cached answers": () => profileLoad(options, { query: "Q2", kind: "repeated" }),
    "Misses: variables never repeated": () =>
      profileLoad(options, { query: "Q5", kind: "variables never repeated" }),
    "Misses: texts never repeated": () =>
      profileLoad(options, { query: "Q2", kind: "texts never repeated" }),
  };
  const parts = [
    `Over ${options.name}: the self time of each function as a share of the whole. \`npm run bench -- ` +
      "--profile` writes the profiles to `bench/profiles/`.",
  ];
  for (const [title, profile] of Object.entries(paths)) {
    parts.push(`### ${title}`, await describeTop(await profile()));
  }
  return { text: parts.join("\n\n"), goals: [] };
}

async function profileBuild({ root, work }: ProfileOptions): Promise<string[]> {
  const folder = join(PROFILES, "build");
  const out = join(work, "profiled.json");
  await runProcess({
    args: [
      ...["--cpu-prof", "--cpu-prof-dir", folder],
      ...[DOCGATE, "generate", root, "--out", out, "--no-cache"],
    ],
  });
  return (await readdir(folder)).map((file) => join(folder, file));
}

async function profileStart({ corpus }: ProfileOptions): Promise<string[]> {
  const file = join(PROFILES, "start.cpuprofile");
  const server = await serveProfiled(corpus, { file, isFromStart: true });
  try {
    await ask(server, JSON.stringify({ query: "{ meta { docCount } }" }));
    await toggleProfile(server);
    await waitFor(file);
  } finally {
    await server.stop();
  }
  return [file];
}

async function profileSearch({ corpus }: ProfileOptions): Promise<string[]> {
  const file = join(PROFILES, "search.cpuprofile");
  const { docs, search } = await loadCorpus(corpus);
  const queries = drawQueries(docs.map(foldDoc), { count: QUERIES, seed: 1 });
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  for (const { query } of queries) search.ranked(query, { limit: LIMIT });
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  await writeFile(file, JSON.stringify(profile));
  return [file];
}

async function profileLoad(
  { corpus, work }: ProfileOptions,
  { query, kind }: { query: string; kind: LoadKind },
): Promise<string[]> {
  const file = join(PROFILES, `${query} ${kind}.cpuprofile`.replaceAll(" ", "-").toLowerCase());
  const bodies = join(work, "profiled-bodies.txt");
  const load = (await makeLoads(corpus)).find((one) => one.query === query && one.kind === kind)!;
  await writeFile(bodies, load.bodies.map((body) => `${body}\n`).join(""));
  const server = await serveProfiled(corpus, { file, isFromStart: false });
  try {
    await ask(server, fillBody(load.bodies[0]!));
    const warm = await runWrk({ url: server.url, lines: bodies, count: 0, seconds: 1 });
    await toggleProfile(server);
    await runWrk({ url: server.url, lines: bodies, count: 2 * warm.requests, seconds: SECONDS });
    await toggleProfile(server);
    await waitFor(file);
  } finally {
    await server.stop();
  }
  return [file];
}

function serveProfiled(
  corpus: string,
  { file, isFromStart }: { file: string; isFromStart: boolean },
): Promise<ServerProcess> {
  const env = { CPU_PROFILE: file, CPU_PROFILE_FROM_START: isFromStart ? "1" : "0" };
  return serveDocgate(corpus, { nodeArgs: ["--import", PROFILER], env });
}

async function toggleProfile({ pid }: ServerProcess): Promise<void> {
  process.kill(pid, "SIGUSR2");
  await sleep(LOOK_EVERY_MS);
}

/** Waits until a file exists and is complete. */
async function waitFor(file: string): Promise<void> {
  for (let size = -1; ; ) {
    await sleep(LOOK_EVERY_MS);
    const now = await stat(file).then(
      (found) => found.size,
      () => -1,
    );
    if (now > 0 && now === size) return;
    size = now;
  }
}
