import type { Edit } from "../../../corpus/marks.ts";
import type { SyntaxContext } from "./syntax.ts";

/** `--8<-- "file.md"` on a line, as PyMdown's snippets extension has it. */
const SNIPPET = /^([ \t]*)-{2,}8<-{2,}[ \t]+"([^"\r\n]+)"[ \t]*$/gm;

/** Includes snippets: each line of the file is indented as the line that asks for it. */
export function readSnippets(text: string, { bodyStart, include }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: line, 1: indent = "", 2: path = "" } of text.matchAll(SNIPPET)) {
    if (index < bodyStart) continue;
    const found = include({ path, bases: [""], at: index });
    if (found === null) continue;
    const lines = found.text.trimEnd().split(/\r\n|\r|\n/);
    edits.push({
      start: index,
      end: index + line.length,
      text: lines.map((each) => (each === "" ? each : indent + each)).join("\n"),
    });
  }
  return edits;
}
