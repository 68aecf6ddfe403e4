import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DocgateError, describeError } from "../../corpus/error.ts";
import { printable } from "../../corpus/text/printable.ts";
import { builtFolder } from "../built/settle/built-folder.ts";
import { ledgerFile } from "../changes/redirects/ledger-file.ts";
import { parseConfig } from "../config/config.ts";
import { configFile } from "../config/config-file.ts";
import type { JudgedProblem } from "../config/judge.ts";
import { watchTrees } from "../read/watch.ts";
import { KnownTrees, treesFor } from "./editions.ts";
import type { TreeOptions } from "./options.ts";
import { say } from "./output.ts";
import { displayPath } from "./run-pipeline.ts";

/** The state that earlier runs leave for the next. */
export interface EarlierRuns {
  readonly known: KnownTrees;
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
  dir: string | undefined,
  { run, files = [], ...options }: WatchOptions,
): Promise<void> {
  let known = new KnownTrees();
  // An unusable configuration is reported by the first run.
  const loadConfig = (named: string | undefined) =>
    options.loadConfig(named).catch((error: unknown) => {
      if (error instanceof DocgateError) return parseConfig({});
      throw error;
    });
  const trees = await treesFor(dir, { ...options, loadConfig });
  const roots = trees.map((tree) => resolve(tree.dir));
  const ledgers = trees.map(({ dir: root, config }) => resolve(root, ledgerFile(config)));
  const folders = trees.flatMap(({ dir: root, config }) => {
    const folder = builtFolder({ root, config, built: options.built });
    return folder === null ? [] : [resolve(folder.location)];
  });
  const watched = trees.map((tree) => tree.dir).join(", ");
  let earlier: readonly JudgedProblem[] | undefined;
  const config = configFile(options.config, process.cwd());
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const watcher = await watchTrees({
    roots,
    files: [...(config === null ? [] : [config]), ...ledgers, ...files],
    built: folders,
    async onChange(paths) {
      if (paths.length > 0) say(describeChange(paths));
      // Another configuration may parse every file differently.
      const isConfigured = config !== null && paths.includes(config);
      if (isConfigured) known = new KnownTrees();
      const isHinted = paths.length > 0 && !isConfigured;
      try {
        earlier = await run({ known, earlier, isHinted });
      } catch (error) {
        say(`docgate: ${describeError(error)}`);
      }
    },
  });
  say(`watching ${watched} for changes`);
  await stopped;
  await watcher.close();
}

/** Returns, for example, `12:04:05 changed: docs/a.md; removed: docs/b.md`. */
function describeChange(paths: readonly string[]): string {
  const byKind = Map.groupBy(paths, (path) => (existsSync(path) ? "changed" : "removed"));
  const parts = [...byKind].map(([kind, some]) => {
    return `${kind}: ${some.map((path) => printable(displayPath(".", path))).join(", ")}`;
  });
  const [time] = new Date().toTimeString().split(" ", 1);
  return `${time} ${parts.join("; ")}`;
}
