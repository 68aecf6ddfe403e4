import type { LinkProblem, Place, Problem } from "./problem.ts";
import type { RuleName } from "./rules.ts";

/** A comment in a page that says which rules to ignore. */
export interface Ignore extends Place {
  readonly rules: readonly RuleName[];
  /** The first and last line for which it counts; null for the whole page. */
  readonly lines: readonly [first: number, last: number] | null;
}

/** Problems that no comment ignores, and the comments that ignore nothing. */
export interface AfterIgnores {
  readonly problems: readonly LinkProblem[];
  /** Places, as `file:line`. */
  readonly unused: readonly string[];
}

/** Rules whose problems depend on more than the tree, so that only `check` knows them. */
const LATE: readonly RuleName[] = ["external-link", "stale-page"];

/** Leaves out the problems that comments in their files ignore. */
export function withoutIgnored(
  problems: readonly LinkProblem[],
  pages: readonly { readonly path: string; readonly ignores: readonly Ignore[] }[],
): AfterIgnores {
  const ignoring = pages.filter(({ ignores }) => ignores.length > 0);
  if (ignoring.length === 0) return { problems, unused: [] };
  const ignoresOf = new Map(ignoring.map(({ path, ignores }) => [path, ignores]));
  const used = new Set<Ignore>();
  const left = problems.filter((problem) => {
    const ignores = ignoresOf.get(problem.file)?.filter((ignore) => covers(ignore, problem)) ?? [];
    for (const ignore of ignores) used.add(ignore);
    return ignores.length === 0;
  });
  const unused = ignoring.flatMap(({ path, ignores }) =>
    ignores
      .filter((ignore) => !ignore.rules.every((rule) => LATE.includes(rule)) && !used.has(ignore))
      .map(({ line }) => `${path}:${line}`),
  );
  return { problems: left, unused };
}

function covers({ rules, lines }: Ignore, { rule, line }: Problem): boolean {
  return rules.includes(rule) && (lines === null || (lines[0] <= line && line <= lines[1]));
}

const MAX_NAMED = 5;

/** Names the comments that ignore nothing, in a sentence. */
export function adviseIgnores({ unused }: AfterIgnores): string[] {
  if (unused.length === 0) return [];
  const more = unused.length > MAX_NAMED ? ` and ${unused.length - MAX_NAMED} more` : "";
  const places = unused.slice(0, MAX_NAMED).join(", ");
  return [`No problem is ignored by these docgate-ignore comments: ${places}${more}`];
}
