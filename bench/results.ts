/** The pages of results: the first, which everybody reads, and one for each part. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isSystemError } from "../corpus/system-error.ts";
import { table } from "./support/measure.ts";

/** A goal, and the outcome of the run. */
export interface Goal {
  readonly goal: string;
  readonly figure: string;
  /** The figure that it is compared with, and its name. Default: the goal names a number. */
  readonly peer?: string;
  /** The ratio to what the goal compares with. */
  readonly ratio: string;
  /** Null if the run could not determine it. */
  readonly isMet: boolean | null;
}

/** The results of one part of the benchmark. */
export interface PartResults {
  /** Markdown below the goals. */
  readonly text: string;
  readonly goals: readonly Goal[];
}

/** The tables of the first page, with their titles. */
export const TABLES = {
  serving: "Speed of serving",
  building: "Speed of building",
  quality: "Quality of search, moves, answers for agents and sites",
} as const;

/** Where the results of a part stand. */
export interface PartPage {
  readonly title: string;
  /** The table of the first page that its goals are in. */
  readonly table: keyof typeof TABLES;
  /** The goals that the first page shows. Default: all. */
  readonly chief?: RegExp;
}

type PartPages = Readonly<Record<string, PartPage>>;

/** Texts that people write next to the figures. They are kept when a part is measured again. */
const WRITTEN = { notes: "Why, and what was tried", reasons: "Not met, and why" } as const;

const FIRST_PAGE = new URL("./RESULTS.md", import.meta.url);

function pageOf(part: string): URL {
  return new URL(`./results/${part}.md`, import.meta.url);
}

/** Writes the page of a part that was measured, and the first page. */
export async function writeResults(
  [name, results]: readonly [string, PartResults],
  parts: PartPages,
): Promise<void> {
  const before = await readIfThere(pageOf(name));
  await mkdir(new URL(".", pageOf(name)), { recursive: true });
  await writeFile(pageOf(name), renderPart(parts[name]!, { results, before }));
  await writeFirstPage(parts);
}

/** Writes the first page from the pages of the parts. */
export async function writeFirstPage(parts: PartPages): Promise<void> {
  const goals = new Map<string, readonly Goal[]>();
  for (const name of Object.keys(parts)) {
    const page = await readIfThere(pageOf(name));
    if (page !== "") goals.set(name, readGoals(page));
  }
  const before = await readIfThere(FIRST_PAGE);
  await writeFile(FIRST_PAGE, renderFirstPage(parts, { goals, before }));
}

/** @returns "" if there is no such file */
async function readIfThere(file: URL): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return "";
    throw error;
  }
}

/** @param options.before the page so far; its notes are kept */
export function renderPart(
  { title }: PartPage,
  { results, before }: { readonly results: PartResults; readonly before: string },
): string {
  const notes = readMarked(before, "notes");
  const parts = [
    `# ${title}`,
    "Written by `npm run bench`. The [first page](../RESULTS.md) says how to read it.",
    ...(results.goals.length > 0 ? ["## Goals", mark("goals", tableOf(results.goals))] : []),
    ...(notes ? [`## ${WRITTEN.notes}`, mark("notes", notes)] : []),
    "## Figures",
    results.text,
  ];
  return `${parts.join("\n\n")}\n`;
}

interface FirstPage {
  /** The goals of each part that was measured. */
  readonly goals: ReadonlyMap<string, readonly Goal[]>;
  readonly before: string;
}

export function renderFirstPage(parts: PartPages, { goals, before }: FirstPage): string {
  const all = [...goals.values()].flat();
  const tables = Object.entries(TABLES).flatMap(([name, title]) => {
    const rows = [...goals].flatMap(([part, some]) =>
      parts[part]!.table === name ? chiefRows(part, { page: parts[part]!, goals: some }) : [],
    );
    return rows.length > 0 ? [`## ${title}`, table(["part", ...HEAD], rows)] : [];
  });
  const pages = [...goals].map(([name, some]) => [
    `[${parts[name]!.title}](results/${name}.md)`,
    String(some.filter(({ isMet }) => isMet).length),
    String(some.filter(({ isMet }) => isMet === false).length),
  ]);
  const sections = [
    "# Results",
    INTRODUCTION,
    `**${all.filter(({ isMet }) => isMet).length} of ${all.length} goals are met.** ` +
      "The tables show the chief ones;\nthe page of each part has all of them, and every figure.",
    ...tables,
    `## ${WRITTEN.reasons}`,
    mark("reasons", readMarked(before, "reasons")),
    "## Every figure",
    table(["part", "goals met", "not met"], pages),
    "[Growth past one process](results/growth-past-one-process.md) plans from these figures what a\n" +
      "million pages, or 10 000 requests a second, would take.",
  ];
  return `${sections.join("\n\n")}\n`;
}

/** Says to strangers what the tables are. */
const INTRODUCTION = [
  "docgate turns a tree of Markdown into one file and serves it: as GraphQL, as search, to agents, and",
  "with a partner chain next to it. This page says how fast and how good it is, next to programs that do",
  "the same work (the peers).",
  "",
  "How to read it: docgate and its peers do the same work on the same machine in one run, in turn. The",
  "**ratio** of both says more than the figures, which are those of a small machine with two cores.",
  "Figures are medians; ranges stand in brackets. *10 000 pages* and *250 pages* are generated trees;",
  "others are the documentation of real projects. *Bare Hono* is the framework alone, which sends bytes",
  "that are ready: as fast as a server is that does no work.",
].join("\n");

const HEAD = ["goal", "figure", "peer", "ratio", "met"];
const OUTCOMES = new Map<boolean | null, string>([
  [true, "met"],
  [false, "**not met**"],
  [null, "not measured"],
]);

function tableOf(goals: readonly Goal[]): string {
  return table(HEAD, goals.map(rowOf));
}

function rowOf({ goal, figure, peer = "", ratio, isMet }: Goal): string[] {
  return [goal, figure, peer, ratio, OUTCOMES.get(isMet)!];
}

/** Returns the rows of the chief goals of a part, which is named in the first of them. */
function chiefRows(
  part: string,
  { page, goals }: { readonly page: PartPage; readonly goals: readonly Goal[] },
): string[][] {
  return goals
    .filter(({ goal, isMet }) => isMet !== null && (page.chief?.test(goal) ?? true))
    .map((goal, at) => [at === 0 ? `[${page.title}](results/${part}.md)` : "", ...rowOf(goal)]);
}

/** Reads the goals from the page of a part. */
export function readGoals(page: string): Goal[] {
  const rows = readMarked(page, "goals").split("\n").slice(2);
  return rows
    .filter((row) => row.startsWith("|"))
    .map((row) => {
      const [goal, figure, peer, ratio, met] = row.slice(2, -2).split(" | ") as Cells;
      const [isMet] = [...OUTCOMES].find(([, text]) => text === met.trim())!;
      return { goal, figure, peer, ratio, isMet };
    });
}

type Cells = [goal: string, figure: string, peer: string, ratio: string, met: string];

function mark(name: string, text: string): string {
  return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
}

function readMarked(text: string, name: string): string {
  const [, found = ""] =
    new RegExp(`<!-- ${name} -->\n(.*)\n<!-- /${name} -->`, "s").exec(text) ?? [];
  return found;
}
