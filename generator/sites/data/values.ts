/** Returns a value as a map; an empty one if it is none. */
export function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a value of a map, whatever its name, or one below it: `at(data, "markup", "goldmark")`. */
export function at(data: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    data,
  );
}

/** Returns the texts of a list, or a text by itself; other values are left out. */
export function textsOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((each): each is string => typeof each === "string" && each !== "");
}

/** Returns a text that is not empty; otherwise undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
