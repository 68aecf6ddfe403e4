import { slug } from "github-slugger";
import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

/** A line of a heading, in quotes and lists too; the text behind the last mark in brackets or braces. */
const LINE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}[ \t][^\r\n]*)$/gm;
/** Matches a closing run of `#`, and blanks. */
const END = /(?:[ \t]+#+)?[ \t]*$/;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly match: RegExpExecArray;
  readonly line: { readonly start: number; readonly end: number };
}

/** Finds the headings that end in something. The pattern must end in `$`. */
function marksIn(text: string, mark: RegExp, { bodyStart, code }: SyntaxContext): Mark[] {
  const marks: Mark[] = [];
  for (const { index, 0: line } of text.matchAll(LINE)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const shown = line.slice(0, END.exec(line)!.index);
    const match = mark.exec(shown);
    if (match === null || isInCode(code, index + match.index)) continue;
    const end = index + shown.length;
    const whole = { start: index, end: index + line.length };
    marks.push({ start: index + match.index, end, match, line: whole });
  }
  return marks;
}

/** Turns `## Heading [#id]` into `## Heading {#id}`. */
export function readBracketIds(text: string, context: SyntaxContext): Edit[] {
  return marksIn(text, /\[#([^\][\s{}]+)\]$/, context).map(({ start, end, match }) => {
    return { start, end, text: `{#${match[1]}}` };
  });
}

/** Turns `## Heading { #id .class key=value }` into `## Heading {#id}`. */
export function readAttributeIds(text: string, context: SyntaxContext): Edit[] {
  return marksIn(text, /\{:?[ \t]*([^{}\r\n]*)\}$/, context).flatMap(({ start, end, match }) => {
    const words = match[1]!.split(/[ \t]+/).filter(Boolean);
    if (words.length === 0 || !words.every((word) => /^[#.]|^[\w-]+=/.test(word))) return [];
    const id = words.find((word) => word.startsWith("#"));
    const written = words.find((word) => word.startsWith("id="))?.slice("id=".length);
    const name = id?.slice(1) ?? written?.replace(/^(["'])(.*)\1$/, "$2");
    return [{ start, end, text: name === undefined ? "" : `{#${name}}` }];
  });
}

/**
 * Cuts `[!toc]` off headings, which leaves them out of the table of contents; a heading with `[toc]` is
 * only there, not on the page. The anchor is made before that, so the heading gets it as its id.
 */
export function readTocMarks(text: string, context: SyntaxContext): Edit[] {
  const mark = /[ \t]*\[(!?)toc\](?=[ \t]*(?:\[#[^\][\s{}]+\])?$)/;
  return marksIn(text, mark, context).map(({ start, match, line }) => {
    if (match[1] === "") return { ...line, text: "" };
    const end = start + match[0].length;
    if (text.slice(end, line.end).includes("[#")) return { start, end, text: "" };
    const shown = text
      .slice(line.start, end)
      .replace(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#+/, "");
    return { start, end, text: ` {#${slug(shown.replace(/[`*]/g, "").trim())}}` };
  });
}
