import { basename, dirname, extname, join } from "node:path";
import { filesIn } from "../data/files/find-files.ts";
import { readData } from "../data/read-data.ts";
import { isMap, mapOf } from "../data/values.ts";
import type { OwnConfig } from "../model.ts";

/** The configuration of a Hugo site: its keys in lower case, as Hugo reads them. */
export interface HugoConfig {
  readonly data: Readonly<Record<string, unknown>>;
  /** Location of the folder that all its paths are relative to. */
  readonly folder: string;
}

const EXTENSIONS = "{toml,yaml,yml,json}";

/** The folders of a configuration in parts; the later one wins. */
const PARTS = ["config/_default", "config/production"];

/** Names of files whose keys are those of the whole configuration. */
const WHOLE = new Set(["hugo", "config"]);

/**
 * Reads the configuration of Hugo's production build: the site's file, and the folder `config`.
 *
 * @throws {DocgateError} `file` or `setting` if it cannot be read
 */
export async function readHugoConfig({ file, folder, top }: OwnConfig): Promise<HugoConfig> {
  if (file === null) return { data: {}, folder };
  const root = PARTS.some((part) => folder.endsWith(`/${part}`))
    ? dirname(dirname(folder))
    : dirname(file.location);
  let data: Readonly<Record<string, unknown>> = {};
  if (dirname(file.location) === root) data = lowerKeys(mapOf(await readData(file)));
  for (const part of PARTS) {
    for (const each of filesIn(join(root, part), { names: [`*.${EXTENSIONS}`], top })) {
      const name = basename(each.name, extname(each.name)).toLowerCase();
      const values = lowerKeys(mapOf(await readData(each)));
      data = merged(data, WHOLE.has(name) ? values : nested(name, values));
    }
  }
  return { data, folder: root };
}

/** Puts the values of `languages.toml` or `menus.fr.toml` where they belong. */
function nested(name: string, values: object): Readonly<Record<string, unknown>> {
  const [key, language] = name.split(".", 2);
  const own = { [key!]: values };
  return language === undefined ? own : { languages: { [language]: own } };
}

function merged(
  base: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const own = all[key];
    all[key] = isMap(own) && isMap(value) ? merged(own, value) : value;
  }
  return all;
}

function lowerKeys<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(lowerKeys) as Value;
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toLowerCase(), lowerKeys(each)]),
  ) as Value;
}
