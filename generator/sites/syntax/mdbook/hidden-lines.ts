import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";

const RUST = /^[^`~]*(?:`{3,}|~{3,})[ \t]*\{?\.?rust(?![\w-])/;
const LINE = /([ \t>]*)(#(?=[ \t\r\n]|$)[^\r\n]*|#(?=#))?[^\r\n]*(?:\r\n|\r|\n|$)/y;

/** Leaves out the lines of Rust code that mdBook hides: those that begin with `# `. */
export function readHiddenLines(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { start, end, isBlock } of code) {
    if (start < bodyStart || !isBlock || !RUST.test(text.slice(start, start + 200))) continue;
    for (let at = start; at < end; ) {
      LINE.lastIndex = at;
      const [line, prefix = "", hash] = LINE.exec(text)!;
      if (line === "") break;
      const from = at + prefix.length;
      if (hash === "#" && line[prefix.length + 1] === "#") {
        edits.push({ start: from, end: from + 1, text: "" });
      } else if (hash !== undefined) edits.push({ start: at, end: at + line.length, text: "" });
      at += line.length;
    }
  }
  return edits;
}
