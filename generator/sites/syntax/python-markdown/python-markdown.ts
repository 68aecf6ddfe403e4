import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const HEADING = /^#{1,6}(?=[^#\s])/gm;
const CONTENTS = /^[ \t]*\[TOC\][ \t]*$/gm;
const DEFINITION = /^[ \t]*\[(?!\^)([^[\]\r\n]+)\]:[ \t]*[^\s][^\r\n]*$/gm;
const ABBREVIATION = /^[ \t]*\*\[[^\]\r\n]+\][ \t]?:[^\r\n]*$/gm;
const FOOTNOTE = /\[\^([^[\]\s]+)\](:?)/g;
const HTML_BLOCK =
  /^[ \t]*<([a-z][\w-]*)(?=[^<>\r\n]*[ \t]markdown(?:=|[ \t>]))[^<>\r\n]*>[ \t]*(?=\r?\n[ \t]*\S)/gm;
const COMMENT_HEADING =
  /^(#{1,6}[ \t]+)<!--[ \t]*[\w-]+:[\w-]+[ \t]+([^\s{}`<>]+)[ \t]*-->[ \t]*$/gm;
const ID_MARKER = /^(#{1,6}[^\r\n]*[ \t])(\{)#[^\s{}]+\}[ \t]*(?:#+[ \t]*)?$/gm;
const OBJECT =
  /^([ \t]*):::[ \t]+([\w.:-]+)[ \t]*$((?:\r?\n(?:\1(?: {4}|\t)[^\r\n]*|[ \t]*(?=\r?\n\1(?: {4}|\t))))*)/gm;

/**
 * Follows Python-Markdown where it differs from CommonMark: `#Title` is a heading, `[TOC]` is replaced
 * with a table of contents, and of several definitions of a link's label the last one counts.
 */
export function readPythonMarkdown(text: string, context: SyntaxContext): Edit[] {
  const headings = matchesOf(HEADING, text, context).map(({ index, 0: signs }) => {
    const at = index + signs.length;
    return { start: at, end: at, text: " " };
  });
  const removals = [...removalsOf(CONTENTS, text, context), ...replacedDefinitions(text, context)];
  return [...headings, ...removals].sort(byStart);
}

/** Removes all definitions of a link's label but the last, which is the one that counts. */
function replacedDefinitions(text: string, context: SyntaxContext): Edit[] {
  const last = new Map<string, RegExpExecArray>();
  const replaced: RegExpExecArray[] = [];
  for (const match of matchesOf(DEFINITION, text, context)) {
    const label = match[1]!.replace(/\s+/g, " ").toLowerCase();
    const before = last.get(label);
    if (before !== undefined) replaced.push(before);
    last.set(label, match);
  }
  return replaced.map(({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
    text: "",
  }));
}

/** Removes definitions of abbreviations, of Python-Markdown's extension `abbr`. */
export function readAbbreviations(text: string, context: SyntaxContext): Edit[] {
  return removalsOf(ABBREVIATION, text, context);
}

/** Names the ids of footnotes, of Python-Markdown's extension `footnotes`. */
export function readFootnotes(text: string, context: SyntaxContext): Edit[] {
  const counts = new Map<string, number>();
  for (const { 1: label = "", 2: colon } of matchesOf(FOOTNOTE, text, context)) {
    if (colon === ":") context.addId(`fn:${label}`);
    else {
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      context.addId(`fnref${count === 1 ? "" : count}:${label}`);
    }
  }
  return [];
}

/** Lets Markdown begin below a tag with the attribute `markdown`, of the extension `md_in_html`. */
export function readMarkdownInHtml(text: string, context: SyntaxContext): Edit[] {
  return matchesOf(HTML_BLOCK, text, context).map(({ index, 0: tag }) => {
    const at = index + tag.length;
    return { start: at, end: at, text: "\n" };
  });
}

/**
 * Shows headings that hooks make of a comment, as those of Material for MkDocs do: its last word is the
 * text, and the id. `#### <!-- md:setting config.enabled -->`
 */
export function readCommentHeadings(text: string, context: SyntaxContext): Edit[] {
  return matchesOf(COMMENT_HEADING, text, context).map((match) => {
    const { index, 0: whole, 1: signs = "", 2: word = "" } = match;
    return {
      start: index + signs.length,
      end: index + whole.length,
      text: `\`${word}\` {#${word}}`,
    };
  });
}

/** Shows `{#id}` after a heading as text, as software does that reads no ids. */
export function readLiteralIds(text: string, context: SyntaxContext): Edit[] {
  return matchesOf(ID_MARKER, text, context).map(({ index, 1: before = "" }) => {
    const at = index + before.length;
    return { start: at, end: at + 1, text: "&#123;" };
  });
}

/**
 * Removes `::: package.module`, which mkdocstrings replaces with what it finds in the source code, with
 * the options below it.
 */
export function readObjects(text: string, context: SyntaxContext): Edit[] {
  for (const { 2: name = "" } of matchesOf(OBJECT, text, context)) {
    context.addId(name);
    context.addId(`${name}.*`);
  }
  return removalsOf(OBJECT, text, context);
}

function removalsOf(pattern: RegExp, text: string, context: SyntaxContext): Edit[] {
  return matchesOf(pattern, text, context).map(({ index, 0: whole }) => {
    return { start: index, end: index + whole.length, text: "" };
  });
}

/** Returns the matches of a pattern after the frontmatter and outside of code. */
function matchesOf(
  pattern: RegExp,
  text: string,
  { bodyStart, code }: SyntaxContext,
): RegExpExecArray[] {
  return Array.from(text.matchAll(pattern)).filter(({ index }) => {
    return index >= bodyStart && !isInCode(code, index);
  });
}

function byStart(left: Edit, right: Edit): number {
  return left.start - right.start;
}
