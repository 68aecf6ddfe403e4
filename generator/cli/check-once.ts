import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import { printable } from "../../corpus/text/printable.ts";
import type { Inbound } from "../changes/inbound/check-inbound.ts";
import { readInbound } from "../changes/inbound/read-inbound.ts";
import type { AnchorStyle } from "../config/anchor-styles.ts";
import { withoutKnown } from "../config/baseline.ts";
import { type Config, severityOf } from "../config/config.ts";
import type { JudgedProblem } from "../config/judge.ts";
import { compareProblems, type LinkProblem } from "../config/problem.ts";
import type { RuleName } from "../config/rules.ts";
import { type FileToFix, filesToFix, fixedFile } from "../fix/fixed-file.ts";
import { unifiedPatch } from "../fix/unified-patch.ts";
import { writeFixes } from "../fix/write-fixes.ts";
import { type CheckedTree, checkTree, type PipelineOptions } from "../generate.ts";
import { isWithin } from "../read/is-within.ts";
import { type BaselineOptions, baselineFor } from "./baseline-file.ts";
import { type LateOptions, lateProblems } from "./check-late.ts";
import type { CheckedPaths } from "./check-paths.ts";
import { runTrees, type Tree, treesFor } from "./editions.ts";
import type { TreeOptions } from "./options.ts";
import { printPatch, say, sayHint, sayNote } from "./output.ts";
import { differencesJson } from "./report/built-differences.ts";
import { sayChecked } from "./report/closing-line.ts";
import { groupDigits, plural } from "./report/numbers.ts";
import { printReport } from "./report/print-report.ts";
import { compareReports } from "./report/problem-changes.ts";
import { reportDifferences } from "./report/report-differences.ts";
import { sayChanges } from "./report/say-changes.ts";
import { isGoodEnough, toReport, type VerdictOptions } from "./report/verdict.ts";
import type { EarlierRuns } from "./watch-command.ts";

/** Options of `check`. */
export interface CheckOptions
  extends TreeOptions,
    BaselineOptions,
    Omit<LateOptions, "version">,
    VerdictOptions {
  readonly inbound?: string;
  readonly fix?: true;
  readonly dryRun?: true;
  readonly watch?: true;
  /** The only rules to report; they are switched on. */
  readonly rule?: readonly RuleName[];
}

export interface CheckOnceOptions extends CheckOptions, CheckedPaths, EarlierRuns {}

/** A checked tree, with the problems to report and the files in which some can be fixed. */
interface TreeReport
  extends Pick<CheckedTree, "problems" | "notes" | "hints" | "docs" | "drafts" | "built"> {
  readonly dir: string;
  readonly toFix: readonly FileToFix[];
  /** Why fragments are left alone, as a sentence; null if none are. */
  readonly doubt: string | null;
}

export interface CheckOutcome {
  readonly problems: readonly JudgedProblem[];
  /** True if there is no problem, and every fix was written. */
  readonly isFine: boolean;
}

/** Checks a tree, fixes it if that is requested, and reports what is left. */
export async function checkOnce(options: CheckOnceOptions): Promise<CheckOutcome> {
  const start = performance.now();
  const found = await check(options);
  if (options.dryRun) {
    await printFixes(found);
    return { problems: found.problems, isFine: isGoodEnough(found.problems, options) };
  }
  const left = options.fix ? await fix(found, options) : { ...found, isComplete: true };
  const { docs, drafts, isComplete } = left;
  const problems = toReport(left.problems, options);
  const isGood = isGoodEnough(left.problems, options);
  const fixable = problems.filter(({ fix }) => fix !== undefined).length;
  const summary = { docs, drafts, problems: problems.length, fixable };
  const { earlier, isHinted, format } = options;
  const changes =
    earlier === undefined || format !== "pretty" ? null : compareReports(earlier, problems);
  const shown = changes?.added ?? problems;
  const [notes, hints] = isHinted ? [[], []] : [found.notes, found.hints];
  const outcome = found.built === null ? {} : { built: differencesJson(found.built) };
  await printReport(shown, { ...options, notes, hints, summary, outcome });
  if (found.built !== null && !isHinted)
    await reportDifferences(found.built, { ...options, dir: found.dir });
  if (changes !== null) sayChanges(changes);
  sayChecked(problems, { docs, drafts, isGood, seconds: (performance.now() - start) / 1000 });
  return { problems, isFine: isGood && isComplete };
}

async function check({ dir, ...options }: CheckOnceOptions): Promise<TreeReport> {
  const loadConfig = async (named: string | undefined) =>
    withRules(await options.loadConfig(named), options.rule);
  const trees = await treesFor(dir, { ...options, loadConfig });
  if (trees.length > 1) refuseForSeveral(options);
  const reports = await runTrees(trees, { ...options, isCounted: false }, (pipeline, tree) =>
    checkOne(tree, { ...options, pipeline }),
  );
  return reports.length === 1 ? reports[0]! : together(reports);
}

/** @throws {DocgateError} `setting` for an option that can be about one docs root only */
function refuseForSeveral({ baseline, inbound, built }: Omit<CheckOnceOptions, "dir">): void {
  for (const [flag, value] of Object.entries({ baseline, inbound, built })) {
    if (value === undefined) continue;
    const message = `--${flag} is about one docs root, but the configuration has several editions. Name the root of one.`;
    throw new DocgateError("setting", message);
  }
}

/** Makes one report of the reports of several editions. */
function together(reports: readonly TreeReport[]): TreeReport {
  return {
    problems: reports.flatMap((each) => each.problems),
    notes: [...new Set(reports.flatMap((each) => each.notes))],
    hints: [...new Set(reports.flatMap((each) => each.hints))],
    docs: reports.reduce((sum, each) => sum + each.docs, 0),
    drafts: reports.reduce((sum, each) => sum + each.drafts, 0),
    built: null,
    dir: ".",
    toFix: reports.flatMap((each) => each.toFix),
    doubt: reports.map((each) => each.doubt).find((each) => each !== null) ?? null,
  };
}

type CheckOneOptions = Omit<CheckOnceOptions, "dir"> & { readonly pipeline: PipelineOptions };

async function checkOne(
  tree: Tree,
  { pipeline, isSelected, ...options }: CheckOneOptions,
): Promise<TreeReport> {
  const inbound = options.inbound ? await readInbound(options.inbound, tree.dir) : undefined;
  const { rule: only } = options;
  const checked = await checkTree({ ...pipeline, inbound });
  const late = await lateProblems(checked, { ...options, pipeline });
  const all = late.problems.length === 0 ? checked.problems : sorted(checked, late);
  const selected = all.filter(
    ({ file, rule }) => isSelected(file) && (only === undefined || only.includes(rule)),
  );
  const baseline = await baselineFor(selected, options);
  const { problems, gone } = withoutKnown(selected, { baseline, isRead: isSelected });
  const toFix = filesToFix(problems, checked.sources);
  const hints = [...checked.hints, ...late.hints];
  if (gone > 0) hints.push(countGone(gone));
  if (inbound && inbound.skipped > 0) hints.push(countSkipped(inbound));
  const doubtful = options.fix ? checked.doubtful().filter(({ file }) => isSelected(file)) : [];
  const doubt = describeDoubt(doubtful, {
    anchors: checked.anchors,
    likely: checked.likelyAnchors,
  });
  const { notes, docs, drafts, built } = checked;
  return { dir: tree.dir, problems, notes, hints, docs, drafts, built, toFix, doubt };
}

function sorted(...reports: readonly Pick<CheckedTree, "problems">[]): JudgedProblem[] {
  return reports.flatMap(({ problems }) => problems).sort(compareProblems);
}

/** Switches rules on. */
function withRules(config: Config, only: readonly RuleName[] = []): Config {
  const off = only.filter((rule) => severityOf(rule, config) === "off");
  const rules = { ...config.rules, ...Object.fromEntries(off.map((rule) => [rule, "warn"])) };
  const editions = config.editions.map((tree) => {
    return { ...tree, config: withRules(tree.config, only) };
  });
  return { ...config, rules, editions };
}

/** Says which fragments are not fixed, why, and what to do. */
function describeDoubt(
  problems: readonly LinkProblem[],
  { anchors, likely }: { readonly anchors: AnchorStyle; readonly likely: () => AnchorStyle },
): string | null {
  if (problems.length === 0) return null;
  const style = likely();
  const misfits = problems.filter(({ fitsRules }) => fitsRules?.includes(style)).length;
  const count = plural(misfits || problems.length, "fragment");
  return misfits > 0
    ? `${count} not touched: ${misfits === 1 ? "it fits" : "they fit"} anchors: "${style}". Set "anchors" first.`
    : `${count} not touched: most fragments in this tree do not fit anchors: "${anchors}". Correct them by hand.`;
}

function countGone(problems: number): string {
  const verb = problems === 1 ? "is" : "are";
  return `${plural(problems, "problem")} of the baseline ${verb} gone; --write-baseline removes what is gone`;
}

function countSkipped({ skipped }: Inbound): string {
  const verb = skipped === 1 ? "is not an address" : "are not addresses";
  return `${plural(skipped, "line")} of the inbound file ${verb}.`;
}

interface FixReport extends TreeReport {
  /** False if some file could not be written. */
  readonly isComplete: boolean;
}

/** Writes the fixes. @returns what is found then */
async function fix({ toFix, doubt }: TreeReport, options: CheckOnceOptions): Promise<FixReport> {
  const { written, failures } = await writeFixes(toFix);
  for (const failure of failures) say(`docgate: ${printable(failure)}`);
  if (written.length > 0) say(`Fixed ${countFixes(written)}.`);
  sayDoubt(doubt);
  return { ...(await check(options)), isComplete: failures.length === 0 };
}

function countFixes(files: readonly FileToFix[]): string {
  const problems = files.reduce((sum, { fixes }) => sum + fixes.length, 0);
  return groupDigits(`${plural(problems, "problem")} in ${plural(files.length, "file")}`);
}

function sayDoubt(doubt: string | null): void {
  if (doubt !== null) say(`✖ ${groupDigits(doubt)}`);
}

/** Prints the fixes as a patch. */
async function printFixes({
  problems,
  notes,
  hints,
  toFix,
  doubt,
  dir,
}: TreeReport): Promise<void> {
  for (const note of notes) sayNote(note);
  const folder = await realpath(process.cwd());
  const isBelow = isWithin(await realpath(dir), folder);
  const base = isBelow ? folder : await realpath(dir);
  const patches: string[] = [];
  for (const file of toFix) {
    const path = relative(base, file.location).split(sep).join("/");
    patches.push(unifiedPatch(path, await fixedFile(file)));
  }
  printPatch(patches.join(""));
  for (const hint of hints) sayHint(hint);
  if (!isBelow) say(`The paths of the patch are relative to "${dir}".`);
  const rest = problems.length - toFix.flatMap(({ fixes }) => fixes).length;
  sayDoubt(doubt);
  say(groupDigits(`${countFixes(toFix)} can be fixed, ${rest} cannot.`));
}
