import { Unreadable } from "../unreadable.ts";
import { Call, isMap, type Literal, type LiteralMap, OTHER_KEYS } from "./literal.ts";

/** How a value that cannot be read is asked for. */
export interface SettingUse {
  /** How messages name it. Default: its key. */
  readonly name?: string;
  /** The setting of docgate that gives it, as a part of a sentence: `configure "base"`. */
  readonly instead: string;
}

/** Functions that put a path together; what they are called with is one in parts. */
const PATH_FUNCTIONS: ReadonlySet<string> = new Set([
  "require.resolve",
  "path.resolve",
  "path.join",
  "resolve",
  "join",
]);

/** Reads settings of a script, and says which of them cannot be read. */
export class SettingReader {
  readonly #file: string;
  readonly #notes = new Set<string>();

  /** @param file How messages name the script. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Sentences about the values that could not be read. */
  get notes(): string[] {
    return [...this.#notes];
  }

  text(map: LiteralMap, key: string, use: SettingUse): string | undefined {
    const value = this.#known(map, key, use);
    return typeof value === "string" ? value : undefined;
  }

  flag(map: LiteralMap, key: string, use: SettingUse): boolean | undefined {
    const value = this.#known(map, key, use);
    return typeof value === "boolean" ? value : undefined;
  }

  texts(map: LiteralMap, key: string, use: SettingUse): string[] | undefined {
    const value = this.#known(map, key, use);
    if (!Array.isArray(value)) return undefined;
    return value.filter((item) => {
      if (item instanceof Unreadable || item instanceof Call)
        this.#note(item, use.name ?? key, use);
      return typeof item === "string";
    }) as string[];
  }

  /** Returns a map; an empty one if there is none. */
  map(map: LiteralMap, key: string, use: SettingUse): LiteralMap {
    const value = this.#known(map, key, use);
    return isMap(value) ? value : {};
  }

  list(map: LiteralMap, key: string, use: SettingUse): readonly Literal[] {
    const value = this.#known(map, key, use);
    return Array.isArray(value) ? value : [];
  }

  /**
   * Returns a path: a text, or what `path.resolve(__dirname, "docs")` and `require.resolve("./docs")`
   * are called with. Where a part is not known, the folder of the script is assumed.
   */
  path(map: LiteralMap, key: string, use: SettingUse): string | undefined {
    const value = valueAt(map, key);
    if (!(value instanceof Call) || !PATH_FUNCTIONS.has(value.call))
      return this.text(map, key, use);
    const parts = value.arguments.filter((part) => typeof part === "string");
    return parts.length === 0 ? this.text(map, key, use) : parts.join("/");
  }

  /** Says that a value is not read. */
  noteUnread(name: string, { instead }: SettingUse): void {
    this.#notes.add(`${this.#file}: "${name}" is not read: ${instead}`);
  }

  /** Says that a value cannot be read. */
  #note(value: Unreadable | Call, name: string, { instead }: SettingUse): void {
    const { file, line } = value instanceof Call ? { file: this.#file, line: value.line } : value;
    const source = value instanceof Call ? `${value.call}(…)` : value.source;
    this.#notes.add(
      `${file}:${line}: "${name}" cannot be read without running "${source}": ${instead}`,
    );
  }

  #known(map: LiteralMap, key: string, use: SettingUse): Literal {
    const value = valueAt(map, key);
    if (!(value instanceof Unreadable || value instanceof Call)) return value;
    this.#note(value, use.name ?? key, use);
    return undefined;
  }
}

/** Returns the value of a key; what cannot be read if the map may have it. */
function valueAt(map: LiteralMap, key: string): Literal {
  return Object.hasOwn(map, key) ? map[key] : map[OTHER_KEYS];
}
