import { gzipSync } from "node:zlib";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { createStaticSearch } from "../../corpus/static/static-search.ts";
import { staticFiles } from "../../corpus/static/write-static.ts";
import type { Goal, PartResults } from "../results.ts";
import { medianOf, quantile, table } from "../support/measure.ts";
import { drawQuerySets } from "./relevance/queries.ts";
import { readTree } from "./relevance/read-tree.ts";

const MOST_FIRST_BYTES = 300_000;
const MOST_NEXT_BYTES = 60_000;
const MOST_FILE_BYTES = 25 * 2 ** 20;
const BASE = "https://docs.example/search/";
/** First searches, each by a reader who has loaded nothing. */
const READERS = 20;

interface StaticFormOptions {
  readonly name: string;
  readonly root: string;
  readonly work: string;
  readonly seed: number;
}

/** Measures the bytes, compressed by gzip, that searches over the static form transfer. */
export async function benchStaticForm(options: StaticFormOptions): Promise<PartResults> {
  const { name } = options;
  const tree = await readTree(options, options.work);
  const content = await loadCorpusFile(tree.corpus);
  const sizes = new Map<string, number>();
  const files = new Map<string, Uint8Array>();
  for (const file of staticFiles(content)) {
    files.set(file.name, file.bytes);
  }
  let transferred = 0;
  const get: typeof fetch = async (address) => {
    const file = String(address).slice(BASE.length);
    const bytes = files.get(file)!;
    const size = sizes.get(file) ?? gzipSync(bytes).length;
    sizes.set(file, size);
    transferred += size;
    return new Response(Buffer.from(bytes));
  };

  const queries = await drawQuerySets(tree, options.seed);
  const texts = queries.map(({ query }) => query.slice(0, 500));
  const first: number[] = [];
  const next: number[] = [];
  for (let reader = 0; reader < READERS; reader++) {
    const search = createStaticSearch(BASE, { fetch: get });
    const own = texts.filter((_, at) => at % READERS === reader).slice(0, 10);
    for (const [at, query] of own.entries()) {
      transferred = 0;
      await search.hits(query);
      (at === 0 ? first : next).push(transferred);
    }
  }
  const largest = Math.max(...Array.from(files.values(), ({ length }) => length));
  const rows = [
    ["first search of a reader", ...describe(first)],
    ["each of the nine that follow", ...describe(next)],
  ];
  const text = [
    `### ${name}`,
    `${files.size} files, the largest ${(largest / 1e6).toFixed(2)} MB. Kilobytes as gzip compresses them, ${READERS} readers, queries of the sets of relevance:`,
    table(["", "median", "95th percentile", "most"], rows),
  ].join("\n\n");
  return { text, goals: toGoals(name, { first, next, largest }) };
}

function describe(bytes: readonly number[]): string[] {
  return [medianOf(bytes), quantile(bytes, 0.95), Math.max(...bytes)].map(kilobytes);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}

interface TransferSizes {
  readonly first: readonly number[];
  readonly next: readonly number[];
  readonly largest: number;
}

function toGoals(name: string, { first, next, largest }: TransferSizes): Goal[] {
  const most = (bytes: readonly number[]) => quantile(bytes, 0.95);
  return [
    {
      goal: `${name}: a first search transfers at most 300 kB (95th percentile)`,
      figure: `${kilobytes(most(first))} kB`,
      ratio: (most(first) / MOST_FIRST_BYTES).toFixed(2),
      isMet: most(first) <= MOST_FIRST_BYTES,
    },
    {
      goal: `${name}: the next at most 60 kB (95th percentile)`,
      figure: `${kilobytes(most(next))} kB`,
      ratio: (most(next) / MOST_NEXT_BYTES).toFixed(2),
      isMet: most(next) <= MOST_NEXT_BYTES,
    },
    {
      goal: `${name}: files below 25 MiB`,
      figure: `${(largest / 2 ** 20).toFixed(1)} MiB`,
      ratio: (largest / MOST_FILE_BYTES).toFixed(3),
      isMet: largest < MOST_FILE_BYTES,
    },
  ];
}
