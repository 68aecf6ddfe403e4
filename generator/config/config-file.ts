import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import type { Config, UserConfig } from "./config.ts";
import { importModule } from "./config-module.ts";

/** In order of precedence. */
const FILE_NAMES = [".ts", ".mts", ".js", ".mjs", ".json"].map((end) => `docgate.config${end}`);

/**
 * Finds the configuration file in force: the named one, otherwise `docgate.config.ts`, `.mts`,
 * `.js`, `.mjs` or `.json` in the folder, otherwise none.
 */
export function configFile(named: string | undefined, folder: string): string | null {
  const name = named ?? FILE_NAMES.find((candidate) => existsSync(resolve(folder, candidate)));
  return name === undefined ? null : resolve(folder, name);
}

interface LoadOptions {
  /** Values for keys that the file lacks. Default: `auto` for the site if there is no file. */
  readonly defaults?: UserConfig | undefined;
  /** Keys that count instead of those of the file. Default: none. */
  readonly changes?: UserConfig | undefined;
}

/**
 * Loads the configuration in force, or the defaults if there is no file.
 *
 * @throws {DocgateError} `setting` if the file is missing, cannot be loaded or has an invalid value
 */
export async function loadConfig(
  named: string | undefined,
  folder: string,
  { defaults, changes }: LoadOptions = {},
): Promise<Config> {
  const file = configFile(named, folder);
  const name = named ?? basename(file ?? "");
  // The library that checks the configuration is loaded only where it is needed.
  const { parseConfig } = await import("./config.ts");
  if (file === null) return parseConfig({ ...(defaults ?? { site: "auto" }), ...changes });
  const version = await stat(file).catch(() => {
    throw new DocgateError("setting", `Cannot read configuration "${name}": no such file.`);
  });
  const value =
    extname(file) === ".json"
      ? await readJson(file)
      : await importConfig(file, { name, version: version.mtimeMs });
  const config = parseConfig(value, basename(file));
  if (defaults === undefined && changes === undefined) return config;
  return parseConfig({ ...defaults, ...(value as UserConfig), ...changes });
}

/** Reads a configuration in JSON, which is valid then. */
async function readJson(file: string): Promise<unknown> {
  const { parseConfigText } = await import("./config-text.ts");
  const text = await readFile(file, "utf8");
  await parseConfigText(text, basename(file));
  return JSON.parse(text);
}

async function importConfig(
  file: string,
  { name, version }: { readonly name: string; readonly version: number },
): Promise<unknown> {
  try {
    const module = await importModule(file, version);
    if (module.default !== undefined) return module.default;
  } catch (error) {
    throw new DocgateError(
      "setting",
      `Cannot load configuration "${name}": ${(error as Error).message}.`,
    );
  }
  throw new DocgateError("setting", `Configuration "${name}" has no default export.`);
}
