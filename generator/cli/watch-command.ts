import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DocgateError, describeError } from "../../corpus/error.ts";
import { printable } from "../../corpus/text/printable.ts";
import { builtFolder } from "../built/settle/built-folder.ts";
import { ledgerFile } from "../changes/redirects/ledger-file.ts";
import { configFile } from "../config/config-file.ts";
import type { JudgedProblem } from "../config/judge.ts";
import { watchTree } from "../read/watch.ts";
import { createKnownFiles, type KnownFiles } from "../rebuild/known-files.ts";
import type { TreeOptions } from "./options.ts";
import { say } from "./output.ts";
import { displayPath } from "./run-pipeline.ts";

/**
 * Returns the absolute paths of the ledger and of the built site, if there is one; an unusable
 * configuration is reported by the first run.
 */
async function configuredPaths(
  root: string,
  { config: named, built, loadConfig }: Pick<TreeOptions, "config" | "built" | "loadConfig">,
): Promise<{ readonly ledger: string; readonly built: string | null }> {
  const config = await loadConfig(named).catch((error) => {
    if (error instanceof DocgateError) return { redirects: null, built: null };
    throw error;
  });
  const folder = builtFolder({ root, config, built });
  return {
    ledger: resolve(root, ledgerFile(config)),
    built: folder === null ? null : resolve(folder.location),
  };
}

/** The state that earlier runs leave for the next. */
export interface EarlierRuns {
  readonly knownFiles: KnownFiles;
  /**
   * The problems that the run before this one reported: people are told only what is different.
   * Undefined if there was no run.
   */
  readonly earlier: readonly JudgedProblem[] | undefined;
  /** True if an earlier run has printed the hints. */
  readonly isHinted: boolean;
}

export interface WatchOptions extends Pick<TreeOptions, "config" | "built" | "loadConfig"> {
  /** Further files whose changes count. Default: none. */
  readonly files?: readonly string[];
  /** Called at the start and after changes. @returns the problems that it reported */
  readonly run: (known: EarlierRuns) => Promise<readonly JudgedProblem[]>;
}

/** Runs something at each change of a tree or its built site until a signal arrives; no error ends it. */
export async function watchAndRun(
  dir: string,
  { run, files = [], ...options }: WatchOptions,
): Promise<void> {
  let knownFiles = createKnownFiles();
  let earlier: readonly JudgedProblem[] | undefined;
  const config = configFile(options.config, process.cwd());
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const root = resolve(dir);
  const { ledger, built } = await configuredPaths(root, options);
  const watcher = await watchTree({
    root,
    files: [...(config === null ? [] : [config]), ledger, ...files],
    built,
    async onChange(paths) {
      if (paths.length > 0) say(describeChange(paths, dir));
      // Another configuration may parse every file differently.
      const isConfigured = config !== null && paths.includes(config);
      if (isConfigured) knownFiles = createKnownFiles();
      const isHinted = paths.length > 0 && !isConfigured;
      try {
        earlier = await run({ knownFiles, earlier, isHinted });
      } catch (error) {
        say(`docgate: ${describeError(error)}`);
      }
    },
  });
  say(`watching ${dir} for changes`);
  await stopped;
  await watcher.close();
}

/** Returns, for example, `12:04:05 changed: docs/a.md; removed: docs/b.md`. */
function describeChange(paths: readonly string[], dir: string): string {
  const byKind = Map.groupBy(paths, (path) => (existsSync(path) ? "changed" : "removed"));
  const parts = [...byKind].map(([kind, some]) => {
    return `${kind}: ${some.map((path) => printable(displayPath(dir, path))).join(", ")}`;
  });
  const [time] = new Date().toTimeString().split(" ", 1);
  return `${time} ${parts.join("; ")}`;
}
