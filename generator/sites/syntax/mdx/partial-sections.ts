import { slug } from "github-slugger";
import { findCode, isInCode } from "../code-ranges.ts";

const HEADING = /^#{1,6}[ \t]+([^\r\n]*?)[ \t]*(?:\[#([^\][\s]+)\])?[ \t]*#*[ \t]*$/gm;

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
  const tags = Array.from(text.matchAll(/<section\s[^<>]*?\bid=["']([^"']*)["'][^<>]*>/g));
  const tag = tags.find(({ index, 1: id }) => id === name && !isInCode(code, index));
  if (tag !== undefined) {
    const start = tag.index + tag[0].length;
    const end = text.indexOf("</section>", start);
    return end < 0 ? null : text.slice(start, end);
  }
  const headings = [...text.matchAll(HEADING)].filter(({ index }) => !isInCode(code, index));
  const at = headings.findIndex(([, title = "", id]) => (id ?? slug(plain(title))) === name);
  return at < 0 ? null : text.slice(headings[at]!.index, headings[at + 1]?.index);
}

function plain(title: string): string {
  return title.replace(/[`*]|\]\([^)]*\)|\[/g, "");
}

const REGION =
  /^[^\w\r\n]*(?:pragma[ \t]+|rem[ \t]+)?#?(end[ ]?)?region\b[ \t]*([^\r\n]*?)[ \t]*(?:-->|\*\/|\*\))?[ \t]*$/i;

/**
 * Returns a region of code, as editors fold it: between `// #region name` and `// #endregion name`, without
 * the indentation that all lines share.
 *
 * @param name Default: all of the text.
 * @returns null if there is no such region
 */
export function regionIn(text: string, name: string | undefined): string | null {
  if (name === undefined) return text;
  const found: string[] = [];
  let depth = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [mark, end, label = ""] = REGION.exec(line) ?? [];
    if (depth === 0) {
      if (mark !== undefined && end === undefined && label === name) depth = 1;
    } else if (mark === undefined) found.push(line);
    else if (end === undefined) depth++;
    else {
      if (label === "") depth--;
      if (label === name || depth === 0) return dedented(found);
    }
  }
  return null;
}

function dedented(lines: readonly string[]): string {
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const width = Math.min(...widths);
  return lines.map((line) => line.slice(width)).join("\n");
}
