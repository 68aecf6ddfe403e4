import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type SlowestHealth, watchHealth } from "../../test/support/health-watch.ts";
import type { Goal, PartResults } from "../results.ts";
import { type Checkout, generateCorpus } from "../support/docgate.ts";
import type { Input } from "../support/inputs.ts";
import { type Cells, table } from "../support/measure.ts";
import { serve } from "../support/serve.ts";
import { measureBuilds, writeChain } from "./builds.ts";
import { type Attacks, movedReaders, phrases, pipelines, sendAll } from "./requests.ts";
import { measureFlood, type SignIn } from "./sign-in.ts";

/** No request of another connection may wait longer for the server, whatever the attack. */
const MOST_WAIT_MS = 250;

type Tree = Pick<Input, "name" | "root">;

export interface AttacksOptions {
  readonly large: Tree;
  readonly small: Tree;
  /** This checkout is the last. */
  readonly checkouts: readonly Checkout[];
  readonly work: string;
}

/** Measures how long others wait while a server is attacked, and what attacks on builds cost. */
export async function benchAttacks(options: AttacksOptions): Promise<PartResults> {
  const { large, small, checkouts, work } = options;
  const waits: Wait[][] = [];
  const builds: Cells[] = [];
  const chain = { name: "chain", root: join(work, "chain") };
  await writeChain(chain.root);
  const floods: SignIn[][] = [];
  for (const checkout of checkouts) {
    const folder = join(work, checkout.name);
    waits.push([
      ...(await measureWaits(phrases(), { checkout, folder, tree: large })),
      ...(await measureWaits(pipelines(await pageOf(small)), { checkout, folder, tree: small })),
      ...(await measureWaits(movedReaders(), { checkout, folder, tree: chain })),
    ]);
    builds.push(await measureBuilds(checkout, folder));
    floods.push(await measureFlood(checkout, folder));
  }
  const requests = waits.map(
    (some) =>
      new Map(
        some.map(({ name, slowest, seconds }) => [name, [...inMs(slowest), seconds.toFixed(1)]]),
      ),
  );
  const signIns = floods.map(
    (some) =>
      new Map(some.map(({ name, slowest, seconds }) => [name, [...inMs(slowest), seconds]])),
  );
  const sideBySide = (cells: readonly Cells[], columns: readonly string[]) =>
    renderCells(cells, { checkouts, columns });
  const text = [
    `Phrases: ${large.name}; all other requests: ${small.name}. Each attack is sent at once, while \`/healthz\` is asked for on another connection. "CPU" counts of a wait at most the processor time of the server's event loop in it, and is what the goals are about: on a busy machine, all wait for other programs too.`,
    sideBySide(requests, [...SLOWEST, "attack, s"]),
    "Trees that are made to be expensive, through `generate`:",
    sideBySide(builds, ["CPU, s", "peak MB"]),
    "A right sign-in of a network that has signed in before, while 200 others guess passwords:",
    sideBySide(signIns, [...SLOWEST, "sign-in, s"]),
  ].join("\n\n");
  return { text, goals: [...waits.at(-1)!, floods.at(-1)!.at(-1)!].map(toGoal) };
}

interface Wait {
  readonly name: string;
  readonly slowest: SlowestHealth;
  readonly seconds: number;
}

const SLOWEST = ["slowest `/healthz`, ms", "CPU, ms"];

function inMs({ ms, usedMs }: SlowestHealth): string[] {
  return [ms.toFixed(0), usedMs.toFixed(0)];
}

interface WaitOptions {
  readonly checkout: Checkout;
  readonly folder: string;
  readonly tree: Tree;
}

async function measureWaits(
  { warmUp, attacks }: Attacks,
  { checkout: { docgate }, folder, tree }: WaitOptions,
): Promise<Wait[]> {
  const out = join(folder, `${tree.name.replaceAll(" ", "-")}.json`);
  await generateCorpus(tree.root, { out, docgate });
  const args = ["serve", "--port", "0", "--corpus", out, "--data", join(folder, "data")];
  const server = await serve([docgate, ...args]);
  const { origin } = new URL(server.url);
  const health = await watchHealth({ url: origin, pid: server.pid });
  const waits: Wait[] = [];
  try {
    await sendAll(origin, [warmUp]);
    for (const [name, attack] of Object.entries(attacks)) {
      await health.slowest();
      const start = performance.now();
      await sendAll(origin, attack);
      const seconds = (performance.now() - start) / 1000;
      waits.push({ name, slowest: await health.slowest(), seconds });
    }
  } finally {
    await health.stop();
    await server.stop();
  }
  return waits;
}

/** A page of a tree, and words that stand in it. */
async function pageOf({ root }: Tree): Promise<{ slug: string; words: string[] }> {
  const files = await readdir(root, { recursive: true });
  const file = files.filter((name) => name.endsWith(".md")).sort()[0]!;
  const text = await readFile(join(root, file), "utf8");
  return {
    slug: file.replace(/\.md$/, ""),
    words: [...new Set(text.match(/\b[a-z]{4,}\b/g) ?? [])],
  };
}

function renderCells(
  cells: readonly Cells[],
  { checkouts, columns }: { checkouts: readonly Checkout[]; columns: readonly string[] },
): string {
  const head = checkouts.flatMap(({ name }) => columns.map((column) => `${name}: ${column}`));
  const rows = Array.from(cells[0]!.keys(), (attack) => [
    attack,
    ...cells.flatMap((some) => some.get(attack)!),
  ]);
  return table(["attack", ...head], rows);
}

function toGoal({ name, slowest }: Pick<Wait, "name" | "slowest">): Goal {
  const { usedMs } = slowest;
  return {
    goal: `${name}: others wait at most ${MOST_WAIT_MS} ms`,
    figure: `${usedMs.toFixed(0)} ms`,
    ratio: (usedMs / MOST_WAIT_MS).toFixed(2),
    isMet: usedMs <= MOST_WAIT_MS,
  };
}
