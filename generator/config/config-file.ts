import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import type { Config } from "./config.ts";
import { importModule } from "./config-module.ts";

/** The first of these that there is counts. */
const FILE_NAMES = [".ts", ".mts", ".js", ".mjs", ".json"].map((end) => `docgate.config${end}`);

/**
 * The configuration file in force: the named one, else `docgate.config.ts`, `.mts`, `.js`, `.mjs`
 * or `.json` in the folder, else none.
 */
export function configFile(named: string | undefined, folder: string): string | null {
  const name = named ?? FILE_NAMES.find((candidate) => existsSync(resolve(folder, candidate)));
  return name === undefined ? null : resolve(folder, name);
}

/**
 * Loads the configuration in force; without a file, the defaults.
 *
 * @throws {DocgateError} `setting` if the file is missing, cannot be loaded or has a wrong value
 */
export async function loadConfig(named: string | undefined, folder: string): Promise<Config> {
  const file = configFile(named, folder);
  // The library that checks it is only loaded where it is needed.
  const { parseConfig } = await import("./config.ts");
  return file === null ? parseConfig({}) : parseConfig(await readConfigFile(file), basename(file));
}

async function readConfigFile(file: string): Promise<unknown> {
  const version = await stat(file).catch(() => {
    throw new DocgateError("setting", `Cannot read configuration "${file}": no such file.`);
  });
  try {
    if (extname(file) === ".json") return JSON.parse(await readFile(file, "utf8"));
    const module = await importModule(file, version.mtimeMs);
    if (module.default !== undefined) return module.default;
  } catch (error) {
    throw new DocgateError(
      "setting",
      `Cannot load configuration "${file}": ${(error as Error).message}.`,
    );
  }
  throw new DocgateError("setting", `Configuration "${file}" has no default export.`);
}
