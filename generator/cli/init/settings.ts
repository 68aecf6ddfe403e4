import type { ModelPage } from "../../built/match/differences.ts";
import type { BuiltReport } from "../../built/settle/built-report.ts";
import type { UserConfig } from "../../config/config.ts";
import type { JudgedProblem } from "../../config/judge.ts";
import { SITE_NAMES, type SiteName } from "../../config/site-settings.ts";

/** The part of a configuration that is tried. */
export type Settings = Pick<UserConfig, "site" | "base" | "anchors" | "redirects" | "built">;

/** The answers of a site's model for a tree. */
export interface TreeModel {
  readonly base: string;
  /** Returns the address and anchors of a page; null if it is not one of the site. */
  readonly pageOf: (path: string) => ModelPage | null;
}

/** The result of checking the pages of a tree. */
export interface CheckedPages {
  readonly problems: readonly JudgedProblem[];
  /** Number of pages. */
  readonly docs: number;
  /** Sentences that suggest more settings. */
  readonly hints: readonly string[];
  readonly likely: {
    /** The path that most links from `/` begin with; null if there is none. */
    readonly base: string | null;
    /** The rule of anchors that most fragments fit, except the one in force. */
    readonly anchors: Settings["anchors"];
  };
  readonly model: TreeModel;
  /** The built site; null if none was read. */
  readonly built: BuiltReport | null;
}

/** A tree, checked with some settings. */
export interface Trial extends CheckedPages {
  readonly settings: Settings;
}

interface TrialOptions {
  /** The generators that the tree's own files name; empty if they name none. */
  readonly recognised: readonly SiteName[];
  /** Checks the tree. @returns null if there is no such site here */
  readonly attempt: (settings: Settings) => Promise<Trial | null>;
  /** Tells whether no more generators are tried. */
  readonly isOver: () => boolean;
}

/** The result of trying. */
interface Outcome {
  /** Without a site, then each change that the result has. */
  readonly steps: readonly [Trial, ...Trial[]];
  /** Generators that were not tried, for lack of time. */
  readonly untried: readonly SiteName[];
}

/** The share of pages that a site may leave out before its few problems say nothing. */
const MOST_LEFT_OUT = 0.1;

/** In the order in which one of several that fit equally is preferred: `github` needs no file. */
export const CANDIDATES: readonly SiteName[] = [
  "github",
  ...SITE_NAMES.filter((name) => name !== "github" && name !== "document"),
];

/**
 * Finds the settings with which a tree has the fewest problems: those of the generator that its files
 * name. If they name none or several, those of the generator with the fewest broken links, broken
 * fragments and pages that are not valid MDX; `document` if none has fewer.
 */
export async function findSettings({
  recognised,
  attempt,
  isOver,
}: TrialOptions): Promise<Outcome> {
  const plain = (await attempt({ site: "document" }))!;
  const candidates = recognised.length > 0 ? recognised : CANDIDATES;
  const trials: Trial[] = [];
  const untried: SiteName[] = [];
  for (const site of candidates) {
    if (isOver()) {
      untried.push(site);
      continue;
    }
    const trial = await attempt({ site });
    if (trial === null) continue;
    trials.push(trial);
    // The base of a site that names it is known.
    const { base } = plain.likely;
    const based = base === null || recognised.length > 0 ? null : await attempt({ site, base });
    if (based !== null) trials.push(based);
  }
  const site = recognised.length === 1 ? trials[0] : bestOf(trials, plain);
  const steps: [Trial, ...Trial[]] = site === undefined ? [plain] : [plain, site];
  for (const change of CHANGES) {
    const best = steps.at(-1)!;
    const more = change(best);
    const trial = more === null ? null : await attempt({ ...best.settings, ...more });
    if (trial !== null && trial.problems.length < best.problems.length) steps.push(trial);
  }
  return { steps, untried };
}

/** @returns undefined if no site is better than none */
function bestOf(trials: readonly Trial[], plain: Trial): Trial | undefined {
  const least = plain.docs * (1 - MOST_LEFT_OUT);
  const better = trials.filter(
    (trial) => trial.docs >= least && misfitsIn(trial) < misfitsIn(plain),
  );
  return better.sort((left, right) => misfitsIn(left) - misfitsIn(right))[0];
}

/** Rules whose problems say that the generator is another one. */
const MISFITS: readonly JudgedProblem["rule"][] = ["broken-link", "broken-fragment", "mdx-syntax"];

function misfitsIn({ problems }: Trial): number {
  return problems.filter(({ rule }) => MISFITS.includes(rule)).length;
}

/** Changes that may suit a tree, tried in this order on the best so far; null for those that cannot. */
const CHANGES: readonly ((best: Trial) => Settings | null)[] = [
  ({ problems }) => (has(problems, "redirect-syntax") ? { redirects: false } : null),
  ({ settings: { site } }) => (site === "document" ? { base: "" } : null),
  ({ settings: { site }, likely: { base } }) =>
    site === "document" && base !== null ? { base } : null,
  // The anchors of a site are known.
  ({ settings: { site }, problems, likely: { anchors } }) =>
    site === "document" && has(problems, "broken-fragment") ? { anchors } : null,
];

function has(problems: Trial["problems"], rule: JudgedProblem["rule"]): boolean {
  return problems.some((problem) => problem.rule === rule);
}
