import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PartResults } from "../results.ts";
import { DOCGATE } from "../support/docgate.ts";
import { medianOf, show, summarize, table } from "../support/measure.ts";
import { type ProcessRun, runProcess } from "../support/run-process.ts";
import { writeTree } from "../support/tree.ts";

const PAGES = 4000;
const PAGE_BYTES = 6000;
const MIN_MEGABYTES_PER_SECOND = 4;
const PARSERS = ["auto", "remark"] as const;

export interface MdxOptions {
  readonly work: string;
  readonly rounds: number;
}

/** Measures builds of a tree of MDX on one thread, with each parser in turn. */
export async function benchMdx({ work, rounds }: MdxOptions): Promise<PartResults> {
  const root = join(work, "mdx");
  await mkdir(root, { recursive: true });
  await writeTree({ root, pages: PAGES, pageBytes: PAGE_BYTES, seed: 1, dialect: "mdx" });
  const megabytes = (await bytesIn(root)) / 1e6;
  const outs = { auto: join(work, "mdx-auto.json"), remark: join(work, "mdx-remark.json") };
  const runs: Record<(typeof PARSERS)[number], ProcessRun[]> = { auto: [], remark: [] };
  for (let round = 0; round < rounds; round++) {
    for (const parser of PARSERS) {
      const options = ["--no-cache", "--jobs", "1", "--parser", parser];
      const args = [DOCGATE, "generate", root, "--out", outs[parser], ...options];
      runs[parser].push(await runProcess({ args }));
    }
  }
  const isSame = (await readFile(outs.auto)).equals(await readFile(outs.remark));
  const rows = PARSERS.map((parser) => {
    const seconds = runs[parser].map((run) => run.seconds);
    const rate = megabytes / medianOf(seconds);
    const cpu = summarize(runs[parser].map((run) => run.cpuSeconds));
    return [`\`--parser ${parser}\``, show(summarize(seconds), 2), show(cpu, 2), rate.toFixed(1)];
  });
  const [fast, slow] = PARSERS.map((parser) => medianOf(runs[parser].map((run) => run.seconds)));
  const introduction =
    `${PAGES} generated pages of MDX, ${megabytes.toFixed(1)} MB, with imports, components over several ` +
    "lines, Markdown inside them, admonitions, tables and code: `generate --no-cache --jobs 1`. " +
    "satteri parses a page if it is known to read it as remark does.";
  return {
    text: `${introduction}\n\n${table(["build", "seconds", "CPU seconds", "MB/s"], rows)}`,
    goals: [
      {
        goal: `MDX on one thread: at least ${MIN_MEGABYTES_PER_SECOND} MB/s`,
        figure: `${(megabytes / fast!).toFixed(1)} MB/s`,
        peer: `with remark ${(megabytes / slow!).toFixed(1)} MB/s`,
        ratio: (slow! / fast!).toFixed(2),
        isMet: megabytes / fast! >= MIN_MEGABYTES_PER_SECOND,
      },
      {
        goal: "MDX: the same bytes as with remark",
        figure: isSame ? "the same" : "different",
        ratio: "",
        isMet: isSame,
      },
    ],
  };
}

async function bytesIn(root: string): Promise<number> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
