import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Sample, show, summarize, table } from "./measure.ts";

const DOCGATE = fileURLToPath(new URL("../docgate.ts", import.meta.url));

export interface BuildOptions {
  readonly name: string;
  /** The docs root. */
  readonly root: string;
  /** Where outputs and caches go. */
  readonly work: string;
  readonly rounds: number;
}

/** One way to build, run in a process of its own. */
interface Candidate {
  readonly name: string;
  readonly args: readonly string[];
  readonly prepare?: () => Promise<void>;
}

interface Run {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** Builds of one tree, cold and warm, beside the floor: reading and hashing every file. */
export async function benchBuilds({ name, root, work, rounds }: BuildOptions): Promise<string> {
  const out = join(work, "corpus.json");
  const cache = join(work, "cache");
  const generate = ["generate", root, "--out", out, "--config", join(work, "docgate.config.json")];
  const cores = availableParallelism();
  const candidates: Candidate[] = [
    { name: "cold, 1 thread", args: [...generate, "--no-cache", "--jobs", "1"] },
    { name: `cold, ${cores} threads`, args: [...generate, "--no-cache", "--jobs", `${cores}`] },
    {
      name: "cold, filling the cache",
      args: [...generate, "--cache-dir", cache],
      prepare: () => rm(cache, { recursive: true, force: true }),
    },
    { name: "warm", args: [...generate, "--cache-dir", cache] },
  ];
  const runs = new Map<string, Run[]>(candidates.map((candidate) => [candidate.name, []]));
  const floors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await hashTree(root));
    for (const { name: candidate, args, prepare } of candidates) {
      await prepare?.();
      runs.get(candidate)!.push(await runDocgate(args));
    }
  }
  const floor = summarize(floors);
  const rows = [...runs].map(([candidate, all]) => row(candidate, all, floor));
  return [
    `### ${name}`,
    "",
    `Corpus: ${(await stat(out)).size} bytes.`,
    "",
    table(
      ["build", "seconds, median (min–max)", "to the floor", "peak MB"],
      [["floor: read and SHA-256", show(floor, 2), "1", ""], ...rows],
    ),
  ].join("\n");
}

function row(name: string, runs: readonly Run[], floor: Sample): string[] {
  const seconds = summarize(runs.map((run) => run.seconds));
  const peak = summarize(runs.map((run) => run.peakMegabytes));
  const ratio = seconds.median / floor.median;
  return [name, show(seconds, 2), ratio.toFixed(1), peak.median.toFixed(0)];
}

async function hashTree(root: string): Promise<number> {
  const start = performance.now();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      createHash("sha256")
        .update(await readFile(join(entry.parentPath, entry.name)))
        .digest();
    }
  }
  return (performance.now() - start) / 1000;
}

/** `peak.ts` reports the peak of the whole process, threads included, on descriptor 3. */
async function runDocgate(args: readonly string[]): Promise<Run> {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", new URL("./peak.ts", import.meta.url).href, DOCGATE, ...args],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  let peak = "";
  child.stdio[3]!.on("data", (text) => (peak += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`docgate ${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, peakMegabytes: Number(peak) / 1024 };
}
