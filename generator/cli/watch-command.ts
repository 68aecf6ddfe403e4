import { once } from "node:events";
import { resolve } from "node:path";
import { DocgateError, describeError } from "../../corpus/error.ts";
import { printable } from "../../corpus/text/printable.ts";
import { ledgerFile } from "../changes/redirects/ledger-file.ts";
import { configFile } from "../config/config-file.ts";
import { watchTree } from "../read/watch.ts";
import { createKnownFiles } from "../rebuild/known-files.ts";
import { generateOnce } from "./generate-once.ts";
import type { GenerateCommandOptions } from "./options.ts";
import { say } from "./output.ts";
import { displayPath } from "./run-pipeline.ts";

/** Returns the absolute path of the ledger; an unusable configuration is reported by the first run. */
async function ledgerPath(dir: string, options: GenerateCommandOptions): Promise<string> {
  const config = await options.loadConfig(options.config).catch((error) => {
    if (error instanceof DocgateError) return { redirects: null };
    throw error;
  });
  return resolve(dir, ledgerFile(config));
}

/** Keeps the corpus up to date until a signal arrives; no error ends it. */
export async function watchAndGenerate(
  dir: string,
  options: GenerateCommandOptions,
): Promise<void> {
  let knownFiles = createKnownFiles();
  const config = configFile(options.config, process.cwd());
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const watcher = await watchTree({
    root: resolve(dir),
    files: [...(config === null ? [] : [config]), await ledgerPath(dir, options)],
    async onChange(paths) {
      if (paths.length > 0) {
        say(`changed: ${paths.map((path) => printable(displayPath(dir, path))).join(", ")}`);
      }
      // Another configuration may parse every file differently.
      const isConfigured = config !== null && paths.includes(config);
      if (isConfigured) knownFiles = createKnownFiles();
      try {
        await generateOnce(dir, {
          ...options,
          knownFiles,
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
