import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { loadCorpus } from "../../corpus/read/read.ts";
import { type Runtime, runShared } from "../support/command.ts";
import { IS_LONG, runtimesOf } from "../support/extent.ts";
import { launch } from "../support/launch.ts";
import { makeTree, writeTree } from "../support/tree.ts";

const PAGES = 300;
const ROUNDS: Readonly<Record<Runtime, number>> = { node: IS_LONG ? 6 : 3, deno: 2 };

/** Returns a tree whose pages all differ from those of other rounds. */
function pagesOf(round: number): Record<string, string> {
  const page = (number: number) => {
    const words = Array.from({ length: 100 }, (_, index) => `word${(number * 7 + index) % 997}`);
    return `# Page ${number} of ${round}\n\n[next](page-${(number + 1) % PAGES}.md)\n\n${words.join(" ")}\n`;
  };
  return Object.fromEntries(
    Array.from({ length: PAGES }, (_, number) => [`docs/page-${number}.md`, page(number)]),
  );
}

describe.each(runtimesOf("node"))("docgate generate on %s", (runtime) => {
  it("killed at any moment leaves the old corpus or the new one, complete, and a valid cache", async () => {
    const cwd = await makeTree(pagesOf(0));
    const out = join(cwd, "out.json");
    const run = (file: string, ...args: readonly string[]) =>
      runShared(["generate", "docs", "--out", file, ...args], { cwd, runtime });
    const start = performance.now();
    expect((await run("out.json")).code).toBe(0);
    const wholeMs = performance.now() - start;
    const outcomes = { old: 0, new: 0 };
    for (let round = 1; round <= ROUNDS[runtime]; round++) {
      await writeTree(cwd, pagesOf(round));
      const old = readFileSync(out);
      const generator = launch(["generate", "docs", "--out", "out.json"], { cwd, runtime });
      // Every other round is killed during writing, the rest at any moment.
      if (round % 2 === 0) await untilWriting(cwd, generator.exited);
      else await sleep(Math.random() * wholeMs);
      generator.signal("SIGKILL");
      await generator.exited;

      const left = readFileSync(out);
      await loadCorpus(out);
      expect((await run("fresh.json", "--no-cache")).code).toBe(0);
      const fresh = readFileSync(join(cwd, "fresh.json"));
      outcomes[left.equals(old) ? "old" : "new"] += 1;
      expect(left.equals(old) || left.equals(fresh)).toBe(true);
      // The next run uses what remains of the cache.
      expect((await run("out.json")).code).toBe(0);
      expect(readFileSync(out).equals(fresh)).toBe(true);
    }
    expect(outcomes.old).toBeGreaterThan(0);
  });
});

/** Waits for the temporary file that will become the corpus. */
async function untilWriting(folder: string, exited: Promise<unknown>): Promise<void> {
  let isOver = false;
  void exited.then(() => (isOver = true));
  const known = new Set(temporaryFiles(folder));
  while (!isOver && temporaryFiles(folder).every((name) => known.has(name))) await sleep(1);
}

function temporaryFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\.out\.json\..*\.tmp$/.test(name));
}
