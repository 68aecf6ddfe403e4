import { slug } from "github-slugger";
import { findCode, isInCode } from "../code-ranges.ts";
import { headingLines } from "./heading-lines.ts";

/**
 * Returns a section of a Markdown text: what is in `<section id="name">`, or a heading with that anchor and
 * what follows it, up to the next heading.
 *
 * @param name Default: all of the text.
 * @returns null if there is no such section
 */
export function sectionIn(text: string, name: string | undefined): string | null {
  if (name === undefined) return text;
  const code = findCode(text);
  const tags = Array.from(text.matchAll(/<section\s[^<>]*>/g));
  const tag = tags.find(({ index, 0: tag }) => idIn(tag) === name && !isInCode(code, index));
  if (tag !== undefined) {
    const start = tag.index + tag[0].length;
    const end = text.indexOf("</section>", start);
    return end < 0 ? null : text.slice(start, end);
  }
  const lines = headingLines(text, { bodyStart: 0, code });
  const at = lines.findIndex(({ contentStart, contentEnd }) => {
    return anchorOf(text.slice(contentStart, contentEnd)) === name;
  });
  return at < 0 ? null : text.slice(lines[at]!.start, lines[at + 1]?.start);
}

function idIn(tag: string): string | undefined {
  return /\sid=["']([^"']*)["']/.exec(tag)?.[1];
}

function anchorOf(heading: string): string {
  const id = /\[#([^\][\s]+)\]$/.exec(heading)?.[1];
  return id ?? slug(heading.replace(/[`*]|\]\([^)]*\)|\[/g, ""));
}

const REGION = /^[^\w\r\n]*(?:pragma[ \t]+|rem[ \t]+)?#?(end ?)?region\b([^\r\n]*)$/i;

/**
 * Returns a region of code, as editors fold it: between `// #region name` and `// #endregion name`, without
 * the indentation that all lines share.
 *
 * @param name Default: all of the text.
 * @returns null if there is no such region
 */
export function regionIn(text: string, name: string | undefined): string | null {
  if (name === undefined) return text;
  const lines: string[] = [];
  let depth = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [mark, end, rest = ""] = REGION.exec(line) ?? [];
    const label = rest
      .trim()
      .replace(/(?:-->|\*[/)])$/, "")
      .trim();
    if (depth === 0) {
      if (mark !== undefined && end === undefined && label === name) depth = 1;
    } else if (mark === undefined) lines.push(line);
    else if (end === undefined) depth++;
    else {
      if (label === "") depth--;
      if (label === name || depth === 0) return dedented(lines);
    }
  }
  return null;
}

function dedented(lines: readonly string[]): string {
  let width = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const indent = line.search(/\S/);
    if (indent >= 0) width = Math.min(width, indent);
  }
  return lines.map((line) => line.slice(width)).join("\n");
}
