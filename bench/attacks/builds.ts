/** Trees that are made to be expensive. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Checkout } from "../support/docgate.ts";
import type { Cells } from "../support/measure.ts";
import { runProcess } from "../support/run-process.ts";

/** A build that takes longer is ended. */
const MAX_MS = 120_000;

/** Entries of ledgers of redirects in which each leads to the next. */
const CHAINS = [1_000, 4_000, 20_000];
/** Sizes of pages that define one reference again and again. */
const PAGES = [200_000, 800_000];
const DEFINITION = "[a]\n\n[a]: /u\n";

/** The id at the start of a chain. */
export const FIRST_OF_CHAIN = "c0";

type Files = Readonly<Record<string, string>>;

/** Measures processor time and memory of `generate`. */
export async function measureBuilds({ docgate }: Checkout, folder: string): Promise<Cells> {
  const trees: Readonly<Record<string, Files>> = {
    ...Object.fromEntries(
      CHAINS.map((length) => [`redirects, a chain of ${length}`, chainOf(length)]),
    ),
    ...Object.fromEntries(
      PAGES.map((bytes) => {
        const text = DEFINITION.repeat(Math.ceil(bytes / DEFINITION.length));
        return [`a page of ${bytes / 1000} kB of one definition`, { "index.md": text }];
      }),
    ),
  };
  const cells = new Map<string, readonly string[]>();
  for (const [index, [name, files]] of Object.entries(trees).entries()) {
    const root = join(folder, `tree-${index}`);
    await writeFiles(root, files);
    const out = join(folder, `tree-${index}.json`);
    const args = [docgate, "generate", root, "--out", out, "--no-cache"];
    cells.set(name, await build(args));
  }
  return cells;
}

/** Builds once. A tree may be refused, which is an answer, too. */
async function build(args: readonly string[]): Promise<readonly string[]> {
  try {
    const run = await runProcess({ args, exitCodes: [0, 1], maxMs: MAX_MS });
    return [run.cpuSeconds.toFixed(1), run.peakMegabytes.toFixed(0)];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [error.message, "–"];
  }
}

async function writeFiles(root: string, files: Files): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text);
}

/** Writes a tree whose redirects lead from one to the next; a longer chain is not served by all. */
export async function writeChain(root: string): Promise<void> {
  await writeFiles(root, chainOf(CHAINS[1]!));
}

function chainOf(length: number): Files {
  const entries = Array.from({ length }, (_, at) => ({
    from: `c${at}`,
    to: at + 1 === length ? "p" : `c${at + 1}`,
  }));
  return {
    "index.md": "# Start\n",
    "p.md": "# Target\n",
    "redirects.json": JSON.stringify({ version: 1, redirects: entries }),
  };
}
