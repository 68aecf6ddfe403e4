import { resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import type { KnownSite } from "../against/known-site.ts";
import { severityOf } from "../config/config.ts";
import { withoutIgnored } from "../config/ignore.ts";
import { type JudgedProblem, judge } from "../config/judge.ts";
import type { Problem } from "../config/problem.ts";
import type { RuleName, Severity } from "../config/rules.ts";
import type { CheckedTree, PipelineOptions } from "../generate.ts";
import { say } from "./output.ts";
import { groupDigits, plural } from "./report/numbers.ts";

/** Options of what `check` alone looks at: other sites, other hosts, and the time that has passed. */
export interface LateOptions {
  /** Lists of addresses of other sites: files or URLs. */
  readonly against?: readonly string[];
  /** Public keys in the form `NAME:KEY`, whose signatures of these lists count. */
  readonly trust: readonly string[];
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
  const known = await askSites({ pipeline, ...options });
  if (known.sites.length > 0) {
    const { checkAgainst } = await import("../against/check-against.ts");
    problems.push(...checkAgainst(sources.files, known.sites));
  }
  hints.push(...known.hints);
  if (options.online || config.external || severityOf("external-link", config) !== "off") {
    const found = await askOthers(sources.files, { pipeline, ...options, ...known });
    problems.push(...found.problems);
    hints.push(...found.hints);
    rules["external-link"] = "warn";
  }
  return { problems: judge(withoutIgnored(problems, sources.files).problems, { rules }), hints };
}

interface AskOptions extends LateOptions {
  readonly pipeline: PipelineOptions;
}

/** The sites whose addresses are known. */
interface KnownSites {
  readonly sites: readonly KnownSite[];
  readonly hints: readonly string[];
}

/** Loads the addresses of the sites that the options and the configuration name. */
async function askSites({ pipeline, ...options }: AskOptions): Promise<KnownSites> {
  const { against = [], trust, version, allowPrivate = [] } = options;
  if (against.length > 0 && trust.length === 0) {
    const message =
      "--against needs a key that has signed the addresses: add --trust NAME:KEY, as the publisher of the site gives it.";
    throw new DocgateError("setting", message);
  }
  const configured = Object.entries(pipeline.config.against);
  const sources = [
    ...against.map((addresses) => ({ addresses, trust, prefix: null })),
    ...configured.map(([prefix, { addresses, trust }]) => {
      const isUrl = /^https?:/i.test(addresses);
      return { addresses: isUrl ? addresses : resolve(pipeline.root, addresses), trust, prefix };
    }),
  ];
  if (sources.length === 0) return { sites: [], hints: [] };
  const [{ loadSites }, { parseAllowance }] = await Promise.all([
    import("../against/load-sites.ts"),
    import("../online/reachable.ts"),
  ]);
  const { sites, unread } = await loadSites(sources, {
    allow: parseAllowance(allowPrivate),
    userAgent: `docgate/${version}`,
    now: Date.now,
  });
  const hints = [...unread].map(
    ([place, why]) => `${place} cannot be read now (${why}): links to there are not checked by it`,
  );
  return { sites, hints };
}

const MAX_NAMED = 5;

async function askOthers(
  files: CheckedTree["sources"]["files"],
  { pipeline, version, allowPrivate = [], sites }: AskOptions & Pick<KnownSites, "sites">,
): Promise<{ problems: readonly Problem[]; hints: string[] }> {
  const [{ checkExternal }, { isSettled }, { parseAllowance }, { prepareFolder }] =
    await Promise.all([
      import("../online/external-links.ts"),
      import("../against/check-against.ts"),
      import("../online/reachable.ts"),
      import("../rebuild/cache-folder.ts"),
    ]);
  const { config, cacheDir = null } = pipeline;
  const { problems, undecided } = await checkExternal(files, {
    siteUrl: config.siteUrl,
    isSettled: (address) => isSettled(address, sites),
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
