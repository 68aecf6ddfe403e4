import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { printable } from "../../../corpus/text/printable.ts";
import { configIn } from "../../config/editions.ts";
import { isWithin } from "../../read/is-within.ts";
import { applyPlan } from "../../refactor/apply-plan.ts";
import { openTree } from "../../refactor/open-tree.ts";
import type { Plan } from "../../refactor/plan.ts";
import { planRefactoring } from "../../refactor/plan-refactoring.ts";
import { cacheFolderIn, checkoutOf, requireDocsRoot } from "../docs-root.ts";
import type { TreeOptions } from "../options.ts";
import { print, say } from "../output.ts";
import { groupDigits, plural } from "../report/numbers.ts";
import { displayPath } from "../run-pipeline.ts";
import { type MvRequest, readRequest } from "./read-request.ts";

/** Options of `docgate mv`. */
export interface MvOptions
  extends Pick<TreeOptions, "config" | "loadConfig" | "version" | "cache" | "cacheDir" | "parser"> {
  readonly docs: string;
  readonly dryRun?: true;
  readonly leave?: true;
}

/** Moves something of the docs. @returns false if nothing was written because of a place that cannot be */
export async function mv(request: MvRequest, options: MvOptions): Promise<boolean> {
  const { docs, dryRun = false, leave = false, cache, parser } = options;
  const startedAtMs = Date.now();
  await requireDocsRoot(docs, process.cwd());
  const refactoring = await readRequest(request, docs);
  const config = configIn(await options.loadConfig(options.config), {
    root: docs,
    folder: process.cwd(),
  });
  const cacheDir = cache ? cacheFolderIn(options.cacheDir, config) : null;
  const tree = await openTree({
    root: docs,
    config,
    jobs: availableParallelism(),
    cacheDir,
    acceptAnyCache:
      cacheDir !== null && !isWithin(resolve(cacheDir), checkoutOf(docs, process.cwd())),
    parser,
    startedAtMs,
  });
  const plan = planRefactoring(tree, refactoring);
  const isStopped = plan.obstacles.length > 0 && !leave;
  for (const { file, line, column, message } of plan.obstacles) {
    const place = `${displayPath(docs, file)}:${line}:${column}`;
    (isStopped ? print : say)(`${printable(place)} ${printable(message)}`);
  }
  if (isStopped) {
    const places = plural(plan.obstacles.length, "place");
    say(
      `✖ ${places} cannot be rewritten, so nothing was written. Change them by hand first, or leave them with --leave.`,
    );
    return false;
  }
  if (!dryRun) await applyPlan(plan, tree.root);
  printPlan(plan, docs);
  say(groupDigits(`${dryRun ? "Would change" : "Changed"} ${summaryOf(plan)}.`));
  return true;
}

function printPlan({ moves, texts, redirects }: Plan, docs: string): void {
  const show = (path: string) => printable(displayPath(docs, path));
  for (const { from, to } of moves) print(`moved    ${show(from)} → ${show(to)}`);
  for (const { path } of texts) print(`changed  ${show(path)}`);
  for (const { from, to } of redirects) print(`redirect ${printable(from)} → ${printable(to)}`);
}

function summaryOf({ references, texts, redirects }: Plan): string {
  const entries = redirects.length === 1 ? "1 entry" : `${redirects.length} entries`;
  return `${plural(references, "reference")} in ${plural(texts.length, "file")}; ${entries} in the ledger`;
}
