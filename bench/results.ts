import { table } from "./measure.ts";

/** A goal, and what the run says to it. */
export interface Goal {
  readonly goal: string;
  readonly figure: string;
  /** To what the goal compares with. */
  readonly ratio: string;
  /** Null where the run could not tell. */
  readonly isMet: boolean | null;
}

/** What one part of the benchmark found. */
export interface PartResults {
  /** Markdown under the part's heading. */
  readonly text: string;
  readonly goals: readonly Goal[];
}

/** The parts that results are made of, by name, in the order in which they stand there. */
export interface PartNames {
  readonly [name: string]: string;
}

const INTRODUCTION = [
  "# Results",
  "",
  "Written by `npm run bench`. Each part compares in one run, on the same input, taking turns;",
  "figures are medians, with the least and the most where there is room.",
].join("\n");

/** What people write beside the figures: why a goal is not met, and what was tried. */
const REASONS = "reasons";

/**
 * Puts parts into the place of what was measured before, and keeps the others and the reasons.
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
  const reasons = readMarked(before, REASONS);
  if (reasons) goals.push(`## Reasons\n\n${mark(REASONS, reasons)}`);
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
