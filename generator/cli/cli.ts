import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import picocolors from "picocolors";
import { describeError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import { printable } from "../../corpus/printable.ts";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { diffCorpora } from "../changes/diff.ts";
import type { Config } from "../config/config.ts";
import { configFile } from "../config/config-file.ts";
import type { JudgedProblem } from "../config/judge.ts";
import type { RuleName } from "../config/rules.ts";
import type { GenerateOptions, Report } from "../generate.ts";
import type { ParserName } from "../markdown/markdown.ts";
import { isWithin } from "../read/is-within.ts";
import { createMemory, type Memory } from "../rebuild/known-files.ts";
import { type DiffFormat, renderDiff } from "./diff-report.ts";
import { checkoutOf, requireDocsRoot } from "./docs-root.ts";
import { createProgressBar } from "./progress.ts";
import {
  countProblems,
  exceedsAnnotationLimit,
  githubCommand,
  markdownSummary,
  prettyLine,
  type ReportFormat,
  withoutCommands,
} from "./report.ts";

/** The context that the commands run in. */
export interface GeneratorContext {
  /** Loads the named configuration, or the default one if none is named. */
  readonly loadConfig: (named: string | undefined) => Promise<Config>;
}

interface CheckOptions extends GeneratorContext {
  readonly config?: string;
  readonly allowEmpty?: true;
  readonly cache: boolean;
  readonly cacheDir: string;
  /** Default: one for each core. */
  readonly jobs?: number;
  readonly parser: ParserName;
  readonly verifyParser?: true;
  readonly format: ReportFormat;
}

interface GenerateCommandOptions extends CheckOptions {
  readonly out: string;
  readonly strict?: true;
  readonly watch?: true;
}

/**
 * Creates the generator's commands. Each sets `process.exitCode`: 0 for success, 1 if problems were
 * found or work failed.
 *
 * @throws {DocgateError} `setting` from an action, for wrong usage or configuration
 */
export function generatorCommands(context: GeneratorContext): Command[] {
  return [generateCommand(context), checkCommand(context), diffCommand()];
}

function generateCommand(context: GeneratorContext): Command {
  return new Command("generate")
    .description("turn a Markdown tree into a corpus file")
    .addArgument(dirArgument())
    .option("--out <file>", "the corpus file to write", "dist/corpus.json")
    .addOption(configOption())
    .addOption(allowEmptyOption())
    .option("--strict", "any problem is exit 1, and nothing is written")
    .option("--no-cache", "parse every file and cache nothing for the next run")
    .option("--cache-dir <dir>", "where parsed files are kept between runs", ".docgate-cache")
    .addOption(
      new Option("--jobs <number>", "threads to read files with")
        .argParser(parseJobs)
        .default(availableParallelism(), "one per core"),
    )
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .option("--watch", "generate again after each change until interrupted")
    .addOption(formatOption())
    .addHelpText("after", "\nExit status: 1 when the corpus could not be written, 0 otherwise.")
    .action(async (dir: string, flags: Omit<GenerateCommandOptions, "loadConfig">) => {
      const options = { ...flags, ...context };
      await requireDocsRoot(dir, process.cwd());
      if (options.watch) await watchAndGenerate(dir, options);
      else if (!(await runGenerate(dir, options))) process.exitCode = 1;
    });
}

function checkCommand(context: GeneratorContext): Command {
  return new Command("check")
    .description("report everything that is wrong in a Markdown tree; write nothing")
    .addArgument(dirArgument())
    .addOption(configOption())
    .addOption(allowEmptyOption())
    .option("--no-cache", "parse every file")
    .option("--cache-dir <dir>", "where generate keeps parsed files", ".docgate-cache")
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .addOption(formatOption())
    .addHelpText("after", "\nExit status: 1 when there is any problem, 0 otherwise.")
    .action(async (dir: string, flags: Omit<CheckOptions, "loadConfig">) => {
      const options = { ...flags, ...context };
      await requireDocsRoot(dir, process.cwd());
      const { checkTree } = await import("../generate.ts");
      const { problems, hints, docs } = await inTree(dir, options, checkTree);
      await printProblems(problems, options.format);
      for (const hint of hints) say(`hint: ${hint}`);
      say(`${countProblems(problems)} in ${docs} docs`);
      if (problems.length > 0) process.exitCode = 1;
    });
}

function diffCommand(): Command {
  return new Command("diff")
    .description("compare two corpora: what changed, and which links and addresses would break")
    .argument("<old>", "the corpus that readers have now")
    .argument("<new>", "the corpus that would replace it")
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["pretty", "json", "markdown"])
        .default("pretty"),
    )
    .addHelpText("after", "\nExit status: 1 when a link or an address breaks, 0 otherwise.")
    .action(async (before: string, after: string, { format }: { format: DiffFormat }) => {
      const diff = diffCorpora(await loadCorpusFile(before), await loadCorpusFile(after));
      print(renderDiff(diff, format));
      if (diff.brokenAddresses.length + diff.brokenLinks.length > 0) process.exitCode = 1;
    });
}

function dirArgument(): Argument {
  return new Argument("[dir]", "the docs root").default("content");
}

function configOption(): Option {
  return new Option(
    "--config <file>",
    "the configuration (default: docgate.config.ts, .mts, .js, .mjs or .json when present)",
  );
}

function allowEmptyOption(): Option {
  return new Option("--allow-empty", "accept a tree without Markdown files");
}

function parserOption(): Option {
  return new Option("--parser <parser>", "Markdown parser; auto uses satteri if it is installed")
    .choices(["auto", "satteri", "remark"])
    .default("auto");
}

function verifyParserOption(): Option {
  return new Option(
    "--verify-parser",
    "parse with satteri and remark, and fail if they differ",
  ).implies({ parser: "satteri" });
}

function formatOption(): Option {
  return new Option("--format <format>", "how to print problems")
    .choices(["pretty", "json", "github"])
    .default("pretty");
}

function parseJobs(text: string): number {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1) return jobs;
  throw new InvalidArgumentError("Expected a whole number, 1 or more.");
}

/** Prints results. They go to standard output, everything else to standard error. */
function print(text: string): void {
  process.stdout.write(`${withoutCommands(text)}\n`);
}

function say(text: string): void {
  process.stderr.write(`${withoutCommands(text)}\n`);
}

/**
 * Runs the pipeline over a tree, with a progress bar. Problems name files relative to the working
 * folder.
 */
async function inTree<Result extends Report>(
  dir: string,
  options: CheckOptions,
  run: (options: GenerateOptions) => Promise<Result>,
): Promise<Result> {
  const { config: file, loadConfig, allowEmpty, cache, parser, verifyParser = false } = options;
  const { jobs = availableParallelism() } = options;
  const startedAtMs = Date.now();
  const loaded = await loadConfig(file);
  const config = allowEmpty ? withoutRule("empty-tree", loaded) : loaded;
  if (parser === "satteri") await requireSatteri();
  const cacheDir = cache ? options.cacheDir : null;
  const bar = process.stderr.isTTY
    ? createProgressBar({ write: (text) => process.stderr.write(text), now: Date.now })
    : null;
  try {
    const result = await run({
      root: dir,
      config,
      jobs,
      cacheDir,
      trustCache: cacheDir !== null && !isWithin(resolve(cacheDir), checkoutOf(dir, process.cwd())),
      parser,
      verifyParser,
      startedAtMs,
      onProgress: bar?.update,
    });
    const problems = result.problems.map((problem) => ({
      ...problem,
      file: displayPath(dir, problem.file),
    }));
    return { ...result, problems };
  } finally {
    bar?.clear();
  }
}

function withoutRule(rule: RuleName, config: Config): Config {
  return { ...config, rules: { ...config.rules, [rule]: "off" } };
}

async function requireSatteri(): Promise<void> {
  const { loadSatteri } = await import("../markdown/markdown-satteri.ts");
  await loadSatteri();
}

/** Returns a path with forward slashes, relative to the working folder if it is below it. */
function displayPath(dir: string, file: string): string {
  const path = relative(process.cwd(), resolve(dir, file));
  const shown = path.startsWith("..") || isAbsolute(path) ? resolve(dir, file) : path;
  return shown.split(sep).join("/");
}

interface RunOptions extends GenerateCommandOptions {
  /** The files known from earlier runs of this process. Default: none, and no other run follows. */
  readonly memory?: Memory;
  /** True if an earlier run of this process has printed its hints. */
  readonly isRepeated?: boolean;
}

/** @returns whether the corpus was written */
async function runGenerate(
  dir: string,
  { memory, isRepeated = false, ...options }: RunOptions,
): Promise<boolean> {
  const start = performance.now();
  const { out, strict: isStrict } = options;
  const { generateFile } = await import("../generate.ts");
  const generated = await inTree(dir, options, (each) =>
    generateFile({ ...each, memory, out, isStrict }),
  );
  const { problems, hints, docs, sections, links, bytes, cached } = generated;
  const failed = bytes === null;
  if (options.format !== "json") await printProblems(problems, options.format);
  if (!isRepeated) for (const hint of hints) say(`hint: ${hint}`);

  const summary = {
    docs,
    sections,
    links,
    problems: problems.length,
    bytes: bytes ?? 0,
    seconds: Number(((performance.now() - start) / 1000).toFixed(2)),
    cached,
  };
  if (options.format === "json") {
    print(JSON.stringify({ problems, summary, out: failed ? null : options.out }));
  } else {
    const counts = Object.entries(summary).map(([name, count]) => `${count} ${name}`);
    const outcome = failed
      ? `nothing written: ${countProblems(problems)}`
      : `written to ${options.out}`;
    print(`${counts.join(", ")}; ${outcome}`);
  }
  return !failed;
}

async function printProblems(
  problems: readonly JudgedProblem[],
  format: ReportFormat,
): Promise<void> {
  const colors = picocolors.createColors(
    process.stdout.isTTY === true && picocolors.isColorSupported,
  );
  if (format === "json") print(JSON.stringify({ problems }));
  if (format === "pretty") for (const problem of problems) print(prettyLine(problem, colors));
  if (format === "github") {
    for (const problem of problems) process.stdout.write(`${githubCommand(problem)}\n`);
    const summaryFile = process.env.GITHUB_STEP_SUMMARY;
    if (summaryFile && exceedsAnnotationLimit(problems)) {
      await appendFile(summaryFile, markdownSummary(problems)).catch((error) => {
        throw explainFileError(error, { use: "write", file: summaryFile });
      });
    }
  }
}

/** Keeps the corpus up to date until a signal arrives; no error ends it. */
async function watchAndGenerate(dir: string, options: GenerateCommandOptions): Promise<void> {
  const { watchTree } = await import("../read/watch.ts");
  let memory = createMemory();
  const config = configFile(options.config, process.cwd());
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const watcher = await watchTree({
    root: resolve(dir),
    files: config === null ? [] : [config],
    async onChange(paths) {
      if (paths.length > 0) {
        say(`changed: ${paths.map((path) => printable(displayPath(dir, path))).join(", ")}`);
      }
      // Another configuration may parse every file differently.
      const isConfigured = config !== null && paths.includes(config);
      if (isConfigured) memory = createMemory();
      try {
        await runGenerate(dir, {
          ...options,
          memory,
          isRepeated: paths.length > 0 && !isConfigured,
        });
      } catch (error) {
        say(`docgate: ${describeError(error)}`);
      }
    },
  });
  say(`watching ${dir} for changes`);
  await stopped;
  await watcher.close();
}
