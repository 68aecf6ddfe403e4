import { once } from "node:events";
import { realpath } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { DocgateError } from "../../../corpus/error.ts";
import { formatBaseline } from "../../config/baseline.ts";
import { parseConfig } from "../../config/config.ts";
import { configFile } from "../../config/config-file.ts";
import { isFixed } from "../../config/rules.ts";
import type { SiteName } from "../../config/site-settings.ts";
import { gitRootOf } from "../../sites/data/files/find-files.ts";
import { recogniseSite } from "../../sites/load-site.ts";
import type { GeneratorContext } from "../options.ts";
import { print, say, sayHint } from "../output.ts";
import { groupDigits, plural } from "../report/numbers.ts";
import { fitModels, settingsOfBuilt } from "./built-settings.ts";
import { checkPages, tryGuess, tryOut } from "./check-with.ts";
import { isThere, type NewFile, writeNew } from "./new-files.ts";
import {
  printFiles,
  printFits,
  printRecognised,
  printShares,
  printSteps,
  sayUntried,
} from "./report.ts";
import { type CheckedPages, findSettings, type Settings } from "./settings.ts";
import { workflowText } from "./workflow.ts";

export interface InitOptions extends GeneratorContext {
  /** The docs root. */
  readonly dir: string;
  /** The folder of HTML that the site's own build has written. Default: none. */
  readonly built?: string | undefined;
  /** True to ask before writing. */
  readonly isAsking: boolean;
}

/** A tree under the settings that it is to have. */
interface Result extends CheckedPages {
  readonly config: NewFile;
}

const CONFIG = "docgate.config.json";
const BASELINE = "docgate-baseline.json";
/**
 * Time of a processor for trying generators, if the files of a tree name none: a busy machine must not
 * choose another one.
 */
const MAX_TRYING_MS = 120_000;

/**
 * Finds the settings for a tree, shows what they do to its problems, and writes the configuration, the
 * problems that are left and a workflow. Writes no file that exists.
 *
 * @throws {DocgateError} `setting` if there is no terminal to ask on, or no page; `file` if a file
 *   cannot be written
 */
export async function init(options: InitOptions): Promise<void> {
  const own = configFile(undefined, process.cwd());
  const result =
    own !== null
      ? await keep(own, options)
      : options.built === undefined
        ? await settle(options.dir)
        : await settleBuilt(options.dir, options.built);
  const files = await filesFor(result, options);
  const wanted = files.filter((file) => !isThere(file));
  printFiles({ wanted, kept: files.filter(isThere) });
  for (const hint of result.hints) sayHint(hint);
  if (wanted.length === 0) {
    say("There is nothing to write.");
    return;
  }
  if (options.isAsking && !(await confirm())) {
    say("Nothing is written.");
    return;
  }
  for (const file of wanted) {
    const isWritten = await writeNew(file);
    say(isWritten ? `Wrote ${file.name}.` : `${file.name} exists by now, and stays as it is.`);
  }
  sayNext(result, options);
}

/** Tries settings. */
async function settle(dir: string): Promise<Result> {
  const found = await recogniseSite(dir);
  const start = process.cpuUsage();
  const attempt = (settings: Settings) =>
    found.length === 1 ? tryOut(dir, settings) : tryGuess(dir, settings);
  const { steps, untried } = await findSettings({
    recognised: found.map(({ generator }) => generator as SiteName),
    attempt,
    isOver: () => {
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000 > MAX_TRYING_MS;
    },
  });
  const best = steps.at(-1)!;
  requirePages(dir, steps[0]);
  printRecognised(found, { docs: best.docs });
  printSteps(steps);
  sayUntried(untried);
  const text = `${JSON.stringify(best.settings, null, 2)}\n`;
  return { ...best, config: { name: CONFIG, text, about: "the settings" } };
}

/** Tries the models of generators against the built site. */
async function settleBuilt(dir: string, builtDir: string): Promise<Result> {
  const found = await recogniseSite(dir);
  const plain = await checkPages(dir, parseConfig({}), builtDir);
  requirePages(dir, plain);
  const startMs = performance.now();
  const { fits, untried } = await fitModels({
    built: plain.built!,
    recognised: found.map(({ generator }) => generator as SiteName),
    attempt: (settings) => tryGuess(dir, settings),
    isOver: () => performance.now() - startMs > MAX_TRYING_MS,
  });
  const settings = settingsOfBuilt(fits, pathFrom(resolve(dir), resolve(builtDir)));
  printRecognised(found, plain);
  printFits(fits, plain.built!);
  sayUntried(untried);
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  return {
    ...(await tryOut(dir, settings)),
    config: { name: CONFIG, text, about: "the settings" },
  };
}

/** Checks the tree with the configuration that is there. */
async function keep(file: string, { dir, built, loadConfig }: InitOptions): Promise<Result> {
  const checked = await checkPages(dir, await loadConfig(undefined), built);
  const { docs, problems } = checked;
  requirePages(dir, checked);
  const name = basename(file);
  if (checked.built !== null) printShares(checked.built);
  print(
    groupDigits(`${plural(docs, "page")}, ${plural(problems.length, "problem")} with ${name}.`),
  );
  return { ...checked, config: { name, text: "", about: "" } };
}

/** @throws {DocgateError} `setting` if there is none */
function requirePages(dir: string, { docs }: CheckedPages): void {
  if (docs > 0) return;
  const message = `There is no page below "${dir}". Name the folder with your Markdown files.`;
  throw new DocgateError("setting", message);
}

/** Returns the files that a tree needs: a baseline only if it has problems. */
async function filesFor(
  { config, problems }: Result,
  { dir, version }: InitOptions,
): Promise<NewFile[]> {
  const known = problems.filter(({ rule }) => !isFixed(rule)).length;
  const baseline = {
    name: BASELINE,
    text: formatBaseline(problems),
    about: `${plural(known, "problem")}, which the check then leaves out`,
  };
  const hasBaseline = known > 0 || isThere(baseline);
  const cwd = await realpath(process.cwd());
  const top = gitRootOf(cwd) ?? cwd;
  const workflow = {
    name: pathFrom(cwd, join(top, ".github/workflows/docs.yml")),
    text: workflowText({
      dir: pathFrom(process.cwd(), resolve(dir)),
      baseline: hasBaseline ? BASELINE : null,
      folder: pathFrom(top, cwd),
      version,
    }),
    about: "a check of each push and pull request on GitHub",
  };
  return [config, ...(hasBaseline ? [baseline] : []), workflow];
}

function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}

/** Asks whether to write the files. @throws {DocgateError} `setting` if there is no terminal */
async function confirm(): Promise<boolean> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    const message = "Nothing is written: there is no terminal to ask on. To write, add --yes.";
    throw new DocgateError("setting", message);
  }
  stderr.write("\nWrite these files? [y/N] ");
  const lines = createInterface({ input: stdin });
  const [answer = ""] = await Promise.race([once(lines, "line"), once(lines, "close")]);
  lines.close();
  return /^\s*y(es)?\s*$/i.test(answer);
}

/** Says what to do next. */
function sayNext({ problems }: Result, { dir }: InitOptions): void {
  const errors = problems.filter(({ rule }) => isFixed(rule)).length;
  const fixable = problems.filter(({ fix }) => fix !== undefined).length;
  if (errors > 0) say(groupDigits(`${plural(errors, "error")} cannot be left out: correct them.`));
  const fix = fixable > 0 ? ` --fix corrects ${fixable} of its problems.` : "";
  say(groupDigits(`Next: npx docgate check ${dir}${fix}`));
}
