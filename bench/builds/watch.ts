import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { PartResults } from "../results.ts";
import { DOCGATE } from "../support/docgate.ts";
import { show, summarize } from "../support/measure.ts";
import { ask, type ServerProcess, serveDocgate } from "../support/serve.ts";

const MAX_SECONDS = 0.4;
/** Interval of checks whether the new corpus is served. */
const POLL_MS = 5;
/** Pause between two saves, so that nothing of the last one is still running. */
const REST_MS = 2000;
const MAX_WAIT_MS = 120_000;

export interface WatchOptions {
  /** Name of the tree in the results. */
  readonly name: string;
  /** The docs root; a copy of it is used. */
  readonly root: string;
  readonly work: string;
  readonly saves: number;
}

/**
 * Measures the time from the save of a page to the new corpus being served, with `generate --watch`
 * and `serve`.
 */
export async function benchWatch({ name, root, work, saves }: WatchOptions): Promise<PartResults> {
  const folder = join(work, "watch");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [tree, corpus] = [join(folder, "tree"), join(folder, "corpus.json")];
  await cp(root, tree, { recursive: true });
  const watcher = await startWatching(tree, { corpus, cache: join(folder, "cache") });
  // Not pinned, like the watcher: each may use all cores.
  const server = await serveDocgate(corpus, { isPinned: false });
  try {
    const page = await firstPage(server);
    const times: SaveTime[] = [];
    for (let save = 0; save < saves; save++) {
      await sleep(REST_MS);
      times.push(await timeSave(server, { file: join(tree, page.path), id: page.id, corpus }));
    }
    return toResults(name, times);
  } finally {
    await server.stop();
    await watcher.stop();
  }
}

/** Durations in seconds. */
interface SaveTime {
  /** From the save to the new corpus file. */
  readonly written: number;
  /** From the save to the new corpus being served. */
  readonly served: number;
}

function toResults(name: string, times: readonly SaveTime[]): PartResults {
  const sample = summarize(times.map(({ served }) => served));
  const written = summarize(times.map(({ written }) => written));
  const reload = summarize(times.map(({ written, served }) => served - written));
  return {
    text:
      `${name}: ${times.length} saves of one page, ${show(sample, 2)} s from save to served: ` +
      `${show(written, 2)} s from save to written, ${show(reload, 2)} s from written to served.`,
    goals: [
      {
        goal: `${name}: under ${MAX_SECONDS} s from save to the new corpus being served`,
        figure: `${show(sample, 2)} s`,
        ratio: (sample.median / MAX_SECONDS).toFixed(2),
        isMet: sample.median < MAX_SECONDS,
      },
    ],
  };
}

/** Starts `generate --watch` and waits for its first corpus. */
async function startWatching(
  tree: string,
  { corpus, cache }: { corpus: string; cache: string },
): Promise<{ stop(): Promise<void> }> {
  const args = ["generate", tree, "--watch", "--out", corpus, "--cache-dir", cache];
  const child = spawn(process.execPath, [DOCGATE, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.includes(corpus)) break;
  child.stdout.resume();
  return {
    async stop() {
      child.kill();
      await exit;
    },
  };
}

async function firstPage(
  server: ServerProcess,
): Promise<{ readonly id: string; readonly path: string }> {
  const answer = await ask(server, JSON.stringify({ query: "{ docs(limit: 1) { id path } }" }));
  return JSON.parse(answer).data.docs[0];
}

/** @throws {Error} if the change is never written or never served */
async function timeSave(
  server: ServerProcess,
  { file, id, corpus }: { file: string; id: string; corpus: string },
): Promise<SaveTime> {
  const body = JSON.stringify({
    query: "query ($id: ID!) { doc(id: $id) { wordCount } }",
    variables: { id },
  });
  const [answer, { ino }] = [await ask(server, body), await stat(corpus)];
  await appendFile(file, "\nOne more line.\n");
  const start = performance.now();
  const written = await secondsUntil(async () => (await stat(corpus)).ino !== ino, start);
  const served = await secondsUntil(async () => (await ask(server, body)) !== answer, start);
  return { written, served };
}

/** @param start as returned by `performance.now` */
async function secondsUntil(isTrue: () => Promise<boolean>, start: number): Promise<number> {
  while (!(await isTrue())) {
    if (performance.now() - start > MAX_WAIT_MS)
      throw new Error("A saved change was never served.");
    await sleep(POLL_MS);
  }
  return (performance.now() - start) / 1000;
}
