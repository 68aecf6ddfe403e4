import { severityOf } from "../config/config.ts";
import { withoutIgnored } from "../config/ignore.ts";
import { type JudgedProblem, judge } from "../config/judge.ts";
import type { Problem } from "../config/problem.ts";
import type { RuleName, Severity } from "../config/rules.ts";
import type { CheckedTree, PipelineOptions } from "../generate.ts";
import { say } from "./output.ts";
import { groupDigits, plural } from "./report/numbers.ts";

/** Options of what `check` alone looks at: other hosts, and the time that has passed. */
export interface LateOptions {
  readonly online?: true;
  /** Private hosts that may be asked. */
  readonly allowPrivate?: readonly string[];
  readonly version: string;
}

interface LateReport {
  readonly problems: readonly JudgedProblem[];
  readonly hints: readonly string[];
}

/** Finds the problems that depend on more than the tree. */
export async function lateProblems(
  { sources }: Pick<CheckedTree, "sources">,
  { pipeline, ...options }: LateOptions & { readonly pipeline: PipelineOptions },
): Promise<LateReport> {
  const { config, root, startedAtMs: nowMs = 0 } = pipeline;
  const problems: Problem[] = [];
  const hints: string[] = [];
  const rules: Partial<Record<RuleName, Severity>> = { ...config.rules };
  if (severityOf("stale-page", config) !== "off") {
    const [{ commitDates }, { stalePages }] = await Promise.all([
      import("../age/commit-dates.ts"),
      import("../age/stale-pages.ts"),
    ]);
    const { staleAfterDays } = config;
    problems.push(
      ...stalePages(sources.files, { nowMs, staleAfterDays, commits: commitDates(root) }),
    );
  }
  if (options.online || config.external || severityOf("external-link", config) !== "off") {
    const found = await askOthers(sources.files, { pipeline, ...options });
    problems.push(...found.problems);
    hints.push(...found.hints);
    rules["external-link"] = "warn";
  }
  return { problems: judge(withoutIgnored(problems, sources.files).problems, { rules }), hints };
}

const MAX_NAMED = 5;

async function askOthers(
  files: CheckedTree["sources"]["files"],
  { pipeline, version, allowPrivate = [] }: LateOptions & { readonly pipeline: PipelineOptions },
): Promise<{ problems: readonly Problem[]; hints: string[] }> {
  const [{ checkExternal }, { parseAllowance }, { prepareFolder }] = await Promise.all([
    import("../online/external-links.ts"),
    import("../online/reachable.ts"),
    import("../rebuild/cache-folder.ts"),
  ]);
  const { config, cacheDir = null } = pipeline;
  const { problems, undecided } = await checkExternal(files, {
    siteUrl: config.siteUrl,
    cacheDir,
    allow: parseAllowance(allowPrivate),
    userAgent: `docgate/${version}`,
    now: Date.now,
    onStart: ({ addresses, hosts }) => {
      if (cacheDir !== null) prepareFolder(cacheDir);
      const noun = addresses === 1 ? "address" : "addresses";
      say(groupDigits(`Asking ${plural(hosts, "host")} for ${addresses} ${noun}`));
    },
  });
  return { problems, hints: undecided.size === 0 ? [] : [describeUndecided(undecided)] };
}

function describeUndecided(undecided: ReadonlyMap<string, string>): string {
  const named = [...undecided].slice(0, MAX_NAMED).map(([address, why]) => `${address} (${why})`);
  const more = undecided.size - named.length;
  const verb = undecided.size === 1 ? "is" : "are";
  const noun = undecided.size === 1 ? "address of another host" : "addresses of other hosts";
  return `${undecided.size} ${noun} ${verb} undecided: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
