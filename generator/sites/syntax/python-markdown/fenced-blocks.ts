import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";
import { bold, nameOf } from "./indented-blocks.ts";
import { indentOf, linesFrom } from "./lines.ts";

const OPENING = /^(\/{3,}) *([\w-]+)(?: *\|(.*))?$/;
const CLOSING = /^\/{3,} *$/;

/** Blocks whose text after `|` is not a title. */
const UNTITLED = /^(?:html|define|caption|figure-caption|table-caption|plain-caption)$/;

/** The first line of a block. */
interface Opening {
  readonly slashes: string;
  readonly name: string;
  /** The text after `|`; null without it. */
  readonly title: string | null;
  /** The `type` of its options. */
  type: string;
}

/**
 * Turns blocks such as `/// note | Title`, of PyMdown's extensions `blocks`, into their content, with
 * the title as a paragraph in bold before it. Indented options below the first line are removed.
 */
export function readFencedBlocks(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  if (!text.includes("///", bodyStart)) return [];
  const edits: Edit[] = [];
  const open: Opening[] = [];
  /** The edit of a first line whose options may follow. */
  let heading: { edit: Edit; readonly opening: Opening; readonly indent: string } | null = null;
  const close = () => {
    if (heading === null) return;
    const { edit, opening, indent } = heading;
    edits.push({ ...edit, text: `${edit.text}${indent}${titleOf(opening)}` });
    heading = null;
  };
  let isAfterText = false;
  for (const { line, start } of linesFrom(text, bodyStart)) {
    const { length, columns } = indentOf(line);
    const end = start + line.length;
    const isBlank = length === line.length;
    if (heading !== null && !isBlank && columns >= indentOf(heading.indent).columns + 4) {
      const type = /^type: *["']?([\w -]+)/.exec(line.trim());
      if (type !== null) heading.opening.type = type[1]!;
      heading.edit = { ...heading.edit, end };
      continue;
    }
    close();
    const content = line.slice(length).trimEnd();
    const isText = !isBlank && !isInCode(code, start + length);
    const match = isText ? OPENING.exec(content) : null;
    if (match !== null) {
      const [, slashes = "", name = "", title] = match;
      const opening = { slashes, name, title: title?.trim() ?? null, type: "" };
      const before = isAfterText ? "\n" : "";
      heading = { edit: { start, end, text: before }, opening, indent: line.slice(0, length) };
      open.push(opening);
    } else if (isText && CLOSING.test(content)) {
      const place = open.findLastIndex(({ slashes }) => slashes === content);
      if (place >= 0) {
        open.length = place;
        edits.push({ start, end, text: "" });
      }
    }
    isAfterText = !isBlank && match === null;
  }
  close();
  return edits;
}

function titleOf({ name, title, type }: Opening): string {
  if (UNTITLED.test(name)) return "";
  return bold(title ?? nameOf(name === "admonition" || name === "details" ? type : name));
}
