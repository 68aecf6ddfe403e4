/** Keys on the first line of a file. */
const KEYS_OF_HEAD = 3;

/**
 * Writes what JSON.parse returned for a corpus file again, in the lines in which docgate writes it:
 * see `layout.ts`. JSON.parse keeps the order of keys, so the text is the same.
 */
export function layOutFile(file: object): string {
  const parts = Object.entries(file).map(
    ([key, value]) =>
      `${JSON.stringify(key)}:${key === "docs" ? docLines(value) : JSON.stringify(value)}`,
  );
  const head = parts.slice(0, KEYS_OF_HEAD).join(",");
  return `{${[head, ...parts.slice(KEYS_OF_HEAD)].join(",\n")}}\n`;
}

function docLines(docs: unknown): string {
  if (!Array.isArray(docs)) return JSON.stringify(docs);
  const lines = docs.map((doc) => JSON.stringify(doc)).join(",\n");
  return `[\n${lines}${lines === "" ? "" : "\n"}]`;
}
