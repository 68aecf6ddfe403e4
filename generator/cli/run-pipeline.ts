import { availableParallelism } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Config } from "../config/config.ts";
import { configIn } from "../config/editions.ts";
import type { RuleName } from "../config/rules.ts";
import type { PipelineOptions, Report } from "../generate.ts";
import { isWithin } from "../read/is-within.ts";
import { cacheFolderIn, checkoutOf } from "./docs-root.ts";
import type { TreeOptions } from "./options.ts";
import { createProgressBar } from "./progress.ts";

/**
 * Runs the pipeline over a tree, with a progress bar. Problems name files relative to the working
 * folder.
 */
export async function runPipeline<Result extends Pick<Report, "problems">>(
  dir: string,
  options: Omit<TreeOptions, "format" | "version">,
  run: (options: PipelineOptions) => Promise<Result>,
): Promise<Result> {
  const { config: file, loadConfig, allowEmpty, cache, parser, verifyParser = false } = options;
  const { jobs = availableParallelism() } = options;
  const startedAtMs = Date.now();
  const loaded = configIn(await loadConfig(file), { root: dir, folder: process.cwd() });
  const config = allowEmpty ? withoutRule("empty-tree", loaded) : loaded;
  if (parser === "satteri") await requireSatteri();
  const cacheDir = cache ? cacheFolderIn(options.cacheDir, config) : null;
  const bar = process.stderr.isTTY
    ? createProgressBar({ write: (text) => process.stderr.write(text), now: Date.now })
    : null;
  try {
    const result = await run({
      root: dir,
      config,
      built: options.built,
      jobs,
      cacheDir,
      acceptAnyCache:
        cacheDir !== null && !isWithin(resolve(cacheDir), checkoutOf(dir, process.cwd())),
      parser,
      verifyParser,
      startedAtMs,
      sourceDateEpoch: sourceDateEpoch(process.env.SOURCE_DATE_EPOCH),
      onProgress: bar?.update,
    });
    const paths = new Map<string, string>();
    const problems = result.problems.map((problem) => {
      const file = paths.get(problem.file) ?? displayPath(dir, problem.file);
      paths.set(problem.file, file);
      return { ...problem, file };
    });
    return { ...result, problems };
  } finally {
    bar?.clear();
  }
}

/** Reads the variable that says which date a build is made for (reproducible-builds.org). */
function sourceDateEpoch(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function withoutRule(rule: RuleName, config: Config): Config {
  return { ...config, rules: { ...config.rules, [rule]: "off" } };
}

async function requireSatteri(): Promise<void> {
  const { loadSatteri } = await import("../markdown/markdown-satteri.ts");
  await loadSatteri();
}

/** Returns a path with forward slashes, relative to the working folder if it is below it. */
export function displayPath(dir: string, file: string): string {
  const path = relative(process.cwd(), resolve(dir, file));
  const shown = path.startsWith("..") || isAbsolute(path) ? resolve(dir, file) : path;
  return shown.split(sep).join("/");
}
