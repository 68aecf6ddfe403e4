import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Goal, PartResults } from "../results.ts";
import { medianOf, type Sample, show, summarize, table } from "../support/measure.ts";
import { memoryOf } from "../support/run-process.ts";
import { ask, serveDocgate } from "../support/serve.ts";

const PARSE_JSON = fileURLToPath(new URL("./parse-json.ts", import.meta.url));
const QUERY = JSON.stringify({
  query: '{ meta { docCount } search(query: "a", limit: 1) { id } }',
});
const MAX_TO_PARSING = 1.2;
const MAX_TO_FILE = 3;

export interface StartOptions {
  /** Name of the corpus in the results. */
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  readonly rounds: number;
  /** Maximum time to the first answer. Default: a multiple of the parsing, and of the file. */
  readonly maxMs?: number;
}

interface StartFigures {
  /** Milliseconds from the start of the process to its first answer. */
  readonly answered: number;
  /** Milliseconds of `JSON.parse` alone, and of a whole process that reads and parses the file. */
  readonly parsed: number;
  readonly parser: number;
  /** Resident bytes after the first answer. */
  readonly memory: number;
}

/** Measures how soon docgate answers and how much memory it takes, relative to its corpus file. */
export async function benchStart({
  name,
  corpus,
  rounds,
  maxMs,
}: StartOptions): Promise<PartResults> {
  const started: StartFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    started.push({ ...(await measureParsing(corpus)), ...(await measureDocgate(corpus)) });
  }
  const { size } = await stat(corpus);
  const sample = (key: keyof StartFigures) => summarize(started.map((one) => one[key]));
  const [answered, parsed, memory] = [sample("answered"), sample("parsed"), sample("memory")];
  const toFile = memory.median / size;
  const rows = [
    ["`JSON.parse` of the file", show(parsed, 0), "1"],
    [
      "a process that reads and parses it",
      ...relate(started, { key: "parser", base: parsed.median }),
    ],
    ["docgate, to its first answer", ...relate(started, { key: "answered", base: parsed.median })],
  ];
  const text = [
    `### ${name}: a file of ${megabytes(size)}`,
    table(["", "ms", "to `JSON.parse`"], rows),
    `Resident after the first answer: ${megabytes(memory.median)}, ${toFile.toFixed(2)} of the file.`,
  ].join("\n\n");
  return {
    text,
    goals:
      maxMs === undefined
        ? goalsToFile({ name, answered, parsed, memory, size })
        : [goalOfTime({ name, answered, maxMs })],
  };
}

interface GoalsToFile extends Record<"answered" | "parsed" | "memory", Sample> {
  readonly name: string;
  /** Bytes of the file. */
  readonly size: number;
}

function goalsToFile({ name, answered, parsed, memory, size }: GoalsToFile): Goal[] {
  const [toParsing, toFile] = [answered.median / parsed.median, memory.median / size];
  return [
    {
      goal: `${name}: first answer within ${MAX_TO_PARSING} times \`JSON.parse\` of the file`,
      figure: `${answered.median.toFixed(0)} ms`,
      peer: `parsing ${parsed.median.toFixed(0)} ms`,
      ratio: toParsing.toFixed(2),
      isMet: toParsing <= MAX_TO_PARSING,
    },
    {
      goal: `${name}: resident memory after start at most ${MAX_TO_FILE} times the file`,
      figure: megabytes(memory.median),
      peer: `file ${megabytes(size)}`,
      ratio: toFile.toFixed(2),
      isMet: memory.median === 0 ? null : toFile <= MAX_TO_FILE,
    },
  ];
}

interface GoalOfTime {
  readonly name: string;
  readonly answered: Sample;
  readonly maxMs: number;
}

function goalOfTime({ name, answered, maxMs }: GoalOfTime): Goal {
  return {
    goal: `${name}: first answer under ${maxMs} ms after the start of the process`,
    figure: `${show(answered, 0)} ms`,
    ratio: (answered.median / maxMs).toFixed(2),
    isMet: answered.median < maxMs,
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function relate(
  started: readonly StartFigures[],
  { key, base }: { key: keyof StartFigures; base: number },
): readonly [string, string] {
  const values = started.map((one) => one[key]);
  return [show(summarize(values), 0), (medianOf(values) / base).toFixed(2)];
}

async function measureParsing(corpus: string): Promise<Pick<StartFigures, "parsed" | "parser">> {
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [PARSE_JSON, corpus]);
  return { parsed: Number(stdout), parser: performance.now() - start };
}

/** Starts docgate, asks once and stops it. */
export async function measureDocgate(
  corpus: string,
): Promise<Pick<StartFigures, "answered" | "memory">> {
  const start = performance.now();
  // Not pinned, like the parsing: each may use all cores.
  const server = await serveDocgate(corpus, { isPinned: false });
  try {
    await ask(server, QUERY);
    const answered = performance.now() - start;
    return { answered, memory: memoryOf(server.pid, "VmRSS") * 2 ** 20 };
  } finally {
    await server.stop();
  }
}
