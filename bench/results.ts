import { table } from "./support/measure.ts";

/** A goal, and the outcome of the run. */
export interface Goal {
  readonly goal: string;
  readonly figure: string;
  /** The ratio to what the goal compares with. */
  readonly ratio: string;
  /** Null if the run could not determine it. */
  readonly isMet: boolean | null;
}

/** The results of one part of the benchmark. */
export interface PartResults {
  /** Markdown below the part's heading. */
  readonly text: string;
  readonly goals: readonly Goal[];
}

/** The parts of the results by name, in their order. */
export interface PartNames {
  readonly [name: string]: string;
}

const INTRODUCTION = [
  "# Results",
  "",
  "Written by `npm run bench`. Each part compares programs in one run, on the same input, in turn;",
  "figures are medians, with the minimum and maximum where there is room.",
].join("\n");

/**
 * Text written by people next to the figures: why a goal is missed and what was tried, and what the
 * figures mean for more than one process.
 */
const WRITTEN: PartNames = { reasons: "Reasons", plan: "Growth past one process" };

/**
 * Replaces the results of parts that were measured before, and keeps the others and what people wrote.
 *
 * @param before the text of the results so far
 */
export function renderResults(
  before: string,
  { titles, parts }: { titles: PartNames; parts: ReadonlyMap<string, PartResults> },
): string {
  const goals: string[] = [];
  const texts: string[] = [];
  for (const [name, title] of Object.entries(titles)) {
    const part = parts.get(name);
    const goal = part ? renderGoals(part.goals) : readMarked(before, `goals of ${name}`);
    const text = part?.text ?? readMarked(before, name);
    if (goal) goals.push(`### ${title}\n\n${mark(`goals of ${name}`, goal)}`);
    if (text) texts.push(`## ${title}\n\n${mark(name, text)}`);
  }
  for (const [name, title] of Object.entries(WRITTEN)) {
    const text = readMarked(before, name);
    if (text) goals.push(`## ${title}\n\n${mark(name, text)}`);
  }
  return `${[INTRODUCTION, "## Goals", ...goals, ...texts].join("\n\n")}\n`;
}

function renderGoals(goals: readonly Goal[]): string {
  if (goals.length === 0) return "";
  const rows = goals.map(({ goal, figure, ratio, isMet }) => [
    goal,
    figure,
    ratio,
    isMet === null ? "not measured" : isMet ? "met" : "**not met**",
  ]);
  return table(["goal", "figure", "ratio", "met"], rows);
}

function mark(name: string, text: string): string {
  return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
}

function readMarked(text: string, name: string): string {
  const [, found = ""] =
    new RegExp(`<!-- ${name} -->\n(.*)\n<!-- /${name} -->`, "s").exec(text) ?? [];
  return found;
}
