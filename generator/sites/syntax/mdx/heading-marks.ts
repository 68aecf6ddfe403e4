import { slug } from "github-slugger";
import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";
import { type HeadingLine, headingLines } from "./heading-lines.ts";

/** Something at the end of a heading. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly match: RegExpExecArray;
  readonly line: HeadingLine;
}

/** Finds the headings with a mark. */
function marksIn(text: string, mark: RegExp, context: SyntaxContext): Mark[] {
  return headingLines(text, context).flatMap((line): Mark[] => {
    const match = mark.exec(text.slice(line.contentStart, line.contentEnd));
    if (match === null) return [];
    const start = line.contentStart + match.index;
    const isCode = isInCode(context.code, start);
    return isCode ? [] : [{ start, end: start + match[0].length, match, line }];
  });
}

/** Turns `## Heading [#id]` into `## Heading {#id}`. */
export function readBracketIds(text: string, context: SyntaxContext): Edit[] {
  return marksIn(text, /\[#([^\][\s{}]+)\]$/, context).map(({ start, end, match }) => {
    return { start, end, text: `{#${match[1]}}` };
  });
}

/** Turns `## Heading { #id .class key=value }` into `## Heading {#id}`. */
export function readAttributeIds(text: string, context: SyntaxContext): Edit[] {
  return marksIn(text, /\{([^{}]*)\}$/, context).flatMap(({ start, end, match }) => {
    const words = match[1]!.replace(/^:/, "").split(/\s+/).filter(Boolean);
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
  const mark = /\[(!?)toc\](?=\s*(?:\[#[^\][\s]+\])?$)/;
  return marksIn(text, mark, context).map(({ start, end, match, line }) => {
    if (match[1] === "") return { start: line.start, end: line.end, text: "" };
    const hasId = end < line.contentEnd;
    const title = text.slice(line.contentStart, end).replace(/[`*]/g, "");
    return { start, end, text: hasId ? "" : `{#${slug(title)}}` };
  });
}
