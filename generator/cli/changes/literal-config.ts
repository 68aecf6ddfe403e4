import { basename } from "node:path";
import { type Config, parseConfig } from "../../config/config.ts";
import { parseConfigText } from "../../config/config-text.ts";
import { readText } from "../../sites/data/read-text.ts";
import { Call, isMap, type Literal } from "../../sites/data/script/literal.ts";
import { readLiterals } from "../../sites/data/script/read-literals.ts";
import { Unreadable } from "../../sites/data/unreadable.ts";

/** A configuration, as far as it is written out. */
export interface LiteralConfig {
  readonly config: Config;
  /** The keys whose values only running it would give. */
  readonly unread: readonly string[];
}

/**
 * Reads a configuration file as data, without running it.
 *
 * @param top a folder that its imports must not lead out of
 * @throws {DocgateError} `setting` if a value is wrong, or it is not a configuration
 */
export async function literalConfig(location: string, top: string): Promise<LiteralConfig> {
  const name = basename(location);
  const file = { location, name };
  if (name.endsWith(".json")) {
    return { config: await parseConfigText((await readText(file)).text, name), unread: [] };
  }
  const { exported } = await readLiterals(file, top);
  const unread: string[] = [];
  const value = isMap(exported)
    ? Object.fromEntries(
        Object.entries(exported).flatMap(([key, each]) => {
          const plain = plainOf(each);
          if (plain === UNREAD) unread.push(key);
          return plain === UNREAD ? [] : [[key, plain]];
        }),
      )
    : exported;
  return { config: parseConfig(value, name), unread };
}

const UNREAD = Symbol("unread");

/** Returns a value as plain data; a part that cannot be read makes all of it unread. */
function plainOf(value: Literal): unknown {
  if (value instanceof Unreadable || value instanceof Call) return UNREAD;
  if (Array.isArray(value)) {
    const items = value.map((each) => plainOf(each));
    return items.includes(UNREAD) ? UNREAD : items;
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, plainOf(each)] as const);
  return entries.some(([, each]) => each === UNREAD) ? UNREAD : Object.fromEntries(entries);
}
