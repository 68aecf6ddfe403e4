import type { JudgedProblem } from "../../config/judge.ts";

/** A problem, with others that say the same. */
export interface Entry {
  readonly problem: JudgedProblem;
  /** All problems of the entry, in the order of the report. */
  readonly repeats: readonly JudgedProblem[];
}

/** The entries below one heading of a report. */
export interface Group {
  /** Null for pages whose titles other pages have: their entries are not of one file. */
  readonly file: string | null;
  readonly entries: readonly Entry[];
}

/**
 * Groups problems by file, and folds those of a file that say the same. Pages with the title of
 * another page are folded over all files: their problems name that page, so each title has one
 * entry.
 */
export function foldProblems(problems: readonly JudgedProblem[]): Group[] {
  const isTitle = ({ rule }: JudgedProblem): boolean => rule === "duplicate-title";
  const others = problems.filter((problem) => !isTitle(problem));
  const byFile = [...Map.groupBy(others, ({ file }) => file)];
  const titles = problems.filter(isTitle);
  return [
    ...byFile.map(([file, group]) => ({ file, entries: foldRepeats(group) })),
    ...(titles.length > 0 ? [{ file: null, entries: foldRepeats(titles) }] : []),
  ];
}

function foldRepeats(problems: readonly JudgedProblem[]): Entry[] {
  const same = Map.groupBy(problems, ({ rule, message, suggestion }) =>
    JSON.stringify([rule, message, suggestion]),
  );
  return [...same.values()].map((repeats) => ({ problem: repeats[0]!, repeats }));
}
