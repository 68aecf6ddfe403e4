import type { FixedFile } from "./fixed-file.ts";

/** Number of unchanged lines around a change. */
const CONTEXT = 3;

/**
 * Returns the fixes of a file as a patch that `git apply` takes. Fixes neither add nor remove lines.
 *
 * @param path of the file, with forward slashes
 */
export function unifiedPatch(path: string, { before, after }: FixedFile): string {
  const [old, fixed] = [linesOf(before), linesOf(after)];
  const changed = [...old.keys()].filter((row) => old[row] !== fixed[row]);
  const names = ["a", "b"].map((side) => quoted(`${side}/${path}`));
  const hunks = groupsOf(changed).map(([first, last]) => {
    const start = Math.max(0, first - CONTEXT);
    const end = Math.min(old.length, last + 1 + CONTEXT);
    const size = `${start + 1},${end - start}`;
    return `@@ -${size} +${size} @@\n${hunkLines({ old, fixed, start, end })}`;
  });
  return `--- ${names[0]}\n+++ ${names[1]}\n${hunks.join("")}`;
}

/** Splits a text after each line feed. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns the first and last of each group of rows whose contexts touch. */
function groupsOf(rows: readonly number[]): [first: number, last: number][] {
  const groups: [number, number][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && row - group[1] <= 2 * CONTEXT + 1) group[1] = row;
    else groups.push([row, row]);
  }
  return groups;
}

interface Hunk {
  readonly old: readonly string[];
  readonly fixed: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Returns the lines of a hunk: of adjacent changes, all old lines come before the new ones. */
function hunkLines({ old, fixed, start, end }: Hunk): string {
  let text = "";
  let added = "";
  for (let row = start; row < end; row++) {
    const isChanged = old[row] !== fixed[row];
    if (!isChanged) {
      text += added;
      added = "";
    }
    text += marked(isChanged ? "-" : " ", old[row]!);
    if (isChanged) added += marked("+", fixed[row]!);
  }
  return text + added;
}

function marked(mark: string, line: string): string {
  return line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

/** Quotes a name with special characters as git does. */
function quoted(name: string): string {
  if (!/["\\\p{Cc}]/u.test(name)) return name.includes(" ") ? `${name}\t` : name;
  const bytes = [...Buffer.from(name)];
  return `"${bytes.map(escapeByte).join("")}"`;
}

function escapeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === '"' || character === "\\") return `\\${character}`;
  const isPlain = byte >= 0x20 && byte < 0x7f;
  return isPlain ? character : `\\${byte.toString(8).padStart(3, "0")}`;
}
