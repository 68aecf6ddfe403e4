import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

const FILE_NAMES = ["docgate.config.ts", "docgate.config.json"];

/**
 * The configuration file in force: the named one, else `docgate.config.ts` or `.json` in the
 * folder, else none.
 */
export function configFile(named: string | undefined, folder: string): string | null {
  const name = named ?? FILE_NAMES.find((candidate) => existsSync(resolve(folder, candidate)));
  return name === undefined ? null : resolve(folder, name);
}

/**
 * Loads the configuration in force; without a file, the defaults.
 *
 * @throws {ConfigError} if the file is missing, cannot be loaded or holds something wrong
 */
export async function loadConfig(named: string | undefined, folder: string): Promise<Config> {
  const file = configFile(named, folder);
  // The library that checks it is only loaded where it is needed.
  const { parseConfig } = await import("./config.ts");
  return file === null ? parseConfig({}) : parseConfig(await readConfigFile(file), basename(file));
}

async function readConfigFile(file: string): Promise<unknown> {
  const version = await stat(file).catch(() => {
    throw new ConfigError(`Cannot read configuration "${file}": no such file`);
  });
  try {
    if (extname(file) === ".json") return JSON.parse(await readFile(file, "utf8"));
    // The query makes an edited file a new module while `--watch` runs.
    const url = `${pathToFileURL(file).href}?${version.mtimeMs}`;
    const module: Record<string, unknown> = await import(url);
    // A file without any export is loaded as CommonJS, whose default is then an empty object.
    const isEmpty = "module.exports" in module && Object.keys(module.default ?? {}).length === 0;
    if (module.default !== undefined && !isEmpty) return module.default;
  } catch (error) {
    throw new ConfigError(`Cannot load configuration "${file}": ${(error as Error).message}`);
  }
  throw new ConfigError(`Configuration "${file}" has no default export`);
}
