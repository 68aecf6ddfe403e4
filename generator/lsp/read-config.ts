import { basename, dirname, extname } from "node:path";
import { type Config, parseConfig } from "../config/config.ts";
import { configFile, loadConfig } from "../config/config-file.ts";
import { isMap, type Literal } from "../sites/data/script/literal.ts";
import { readLiterals } from "../sites/data/script/read-literals.ts";

interface ConfigPlace {
  readonly folder: string;
  /** The file that is named; undefined for the one of the folder. */
  readonly named: string | undefined;
  /** True if the editor trusts the workspace, so that a program in it may run. */
  readonly isTrusted: boolean;
}

/**
 * Loads the configuration of a workspace. One that is a program is run only in a workspace that is
 * trusted; otherwise what is written out in it counts.
 *
 * @throws {DocgateError} `setting` if it cannot be loaded or has an invalid value
 */
export async function readConfig({ folder, named, isTrusted }: ConfigPlace): Promise<Config> {
  const file = configFile(named, folder);
  if (file === null || isTrusted || extname(file) === ".json") return loadConfig(named, folder);
  const name = basename(file);
  const { exported } = await readLiterals({ location: file, name }, dirname(file));
  return parseConfig(dataOf(exported) ?? {}, name);
}

/** Returns the plain data in a literal; undefined for what only running the program would give. */
function dataOf(value: Literal): unknown {
  if (Array.isArray(value)) return value.map(dataOf).filter((each) => each !== undefined);
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, each]) => [key, dataOf(each)] as const);
    return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
  }
  if (typeof value !== "object" || value === null) return value;
  // `defineConfig({ … })` gives back what it is called with.
  const isDefinition = "call" in value && value.call === "defineConfig";
  return isDefinition && "arguments" in value ? dataOf(value.arguments[0]) : undefined;
}
