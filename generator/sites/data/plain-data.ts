import { DocgateError } from "../../../corpus/error.ts";
import { MAX_DATA_BYTES } from "./read-text.ts";
import { TagValue, Unreadable } from "./unreadable.ts";

/** How deep lists and maps may be nested in each other. */
const MAX_DEPTH = 100;

/**
 * The most that data may hold when each alias is replaced with its value, in characters and values:
 * several times what a file can hold without aliases.
 */
const MAX_SIZE = 4 * MAX_DATA_BYTES;

/**
 * Copies what a parser returns into plain data: lists, maps with texts as keys, texts, numbers,
 * booleans, null, and values that cannot be read. Dates become texts, so that they are the same in
 * every time zone; undefined becomes null.
 *
 * @throws {DocgateError} `setting` if it is nested too deep, or aliases make it too large
 */
export function plainData(value: unknown, name: string): unknown {
  let size = 0;

  function copy(value: unknown, depth: number): unknown {
    size += typeof value === "string" ? value.length + 1 : 1;
    if (size > MAX_SIZE) throw refusal(name, "has aliases that make it too large");
    if (depth > MAX_DEPTH) throw refusal(name, `is nested deeper than ${MAX_DEPTH} lists and maps`);
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (value instanceof TagValue)
      return new TagValue(value, value.tag, copy(value.value, depth + 1));
    if (value instanceof Unreadable) return value;
    if (value instanceof Date) return value.toISOString();
    if (typeof value === "bigint") return Number(value);
    if (typeof value !== "object" || value === null) return value ?? null;
    const map = {};
    for (const [key, item] of Object.entries(value)) {
      size += key.length;
      setKey(map, key, copy(item, depth + 1));
    }
    return map;
  }

  return copy(value, 0);
}

/** Sets a key of a map, whatever its name: `__proto__` is a key like any other. */
export function setKey(map: object, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
}

function refusal(name: string, reason: string): DocgateError {
  return new DocgateError("setting", `"${name}" ${reason}: write it in a simpler way.`);
}
