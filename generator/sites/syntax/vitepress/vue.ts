import type { Edit, Range } from "../../../../corpus/marks.ts";
import { literalText } from "../../../markdown/mdx/literal-text.ts";
import { type CodeRange, isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const TAG =
  /<([A-Za-z][\w.-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?){1,40})\s*(\/?)>/g;
const ATTRIBUTE = /\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
/** The names of attributes that CommonMark knows. */
const PLAIN_NAME = /^[A-Za-z_:][\w.:-]*$/;
const BLANK_LINE = /\r?\n[ \t]*\r?\n/g;

/**
 * Makes templates of Vue Markdown with HTML: interpolations are left out, except for texts, and so are
 * attributes such as `@click`, which CommonMark does not take for a part of a tag.
 */
export function readVue(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  // Vue also reads interpolations in inline code.
  const blocks = code.filter(({ isBlock }) => isBlock);
  const raw = withoutNested([...blocks, ...preformatted(text, bodyStart)]);
  const interpolations = interpolationsIn(text, { bodyStart, raw, code });
  const tags = tagsIn(text, { bodyStart, code });
  return withoutNested([...interpolations, ...tags]);
}

/** Finds what Vue shows as it is written: `::: v-pre` … `:::`, and elements with `v-pre`. */
function preformatted(text: string, bodyStart: number): CodeRange[] {
  const ranges: CodeRange[] = [];
  const open = /^[ \t>]*:{3,}[ \t]*v-pre[ \t]*$|<([A-Za-z][\w-]*)(?:\s[^<>]*)?\sv-pre(?=[\s>])/gm;
  open.lastIndex = bodyStart;
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const end =
      match[1] === undefined
        ? endOfLineMatching(text, open.lastIndex)
        : text.indexOf(`</${match[1]}`, open.lastIndex);
    ranges.push({ start: match.index, end: end < 0 ? text.length : end, isBlock: true });
    if (end < 0) break;
    open.lastIndex = end;
  }
  return ranges;
}

function endOfLineMatching(text: string, from: number): number {
  const end = /^[ \t>]*:{3,}[ \t]*$/gm;
  end.lastIndex = from;
  return end.exec(text)?.index ?? -1;
}

interface Surroundings {
  readonly bodyStart: number;
  /** Code blocks, and what else is shown as it is written. */
  readonly raw: readonly CodeRange[];
  readonly code: readonly CodeRange[];
}

function interpolationsIn(text: string, { bodyStart, raw, code }: Surroundings): Edit[] {
  const edits: Edit[] = [];
  let close = -1;
  let blank = -1;
  for (let at = text.indexOf("{{", bodyStart); at >= 0; ) {
    if (close < at + 2) close = text.indexOf("}}", at + 2);
    if (close < 0) break;
    if (blank < at) blank = nextBlank(text, at);
    let next = at + 2;
    if (blank > close && !isInCode(raw, at)) {
      const end = close + 2;
      const shown = shownBy(text.slice(at + 2, close));
      // Backticks with nothing between them are text.
      if (shown !== "") edits.push({ start: at, end, text: shown });
      else if (isInCode(code, at)) edits.push({ start: at, end, text: " " });
      else edits.push({ ...wholeLine(text, { start: at, end }), text: "" });
      next = end;
    }
    at = text.indexOf("{{", next);
  }
  return edits;
}

/** How far a line is looked at. */
const MAX_INDENT = 200;

/** Returns the line of a range if there is nothing else on it: a blank one would end a block of HTML. */
function wholeLine(text: string, { start, end }: Range): Range {
  const before = /(?<=[\r\n])[ \t]*$/.exec(text.slice(Math.max(0, start - MAX_INDENT), start));
  const after = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(end, end + MAX_INDENT));
  if (before === null || after === null) return { start, end };
  return { start: start - before[0].length, end: end + after[0].length };
}

function nextBlank(text: string, from: number): number {
  BLANK_LINE.lastIndex = from;
  return BLANK_LINE.exec(text)?.index ?? text.length;
}

/** Returns the text that an expression is, if it is one by itself. */
function shownBy(expression: string): string {
  const number = /^\s*(\d+(?:\.\d+)?)\s*$/.exec(expression)?.[1];
  return literalText(expression) ?? number ?? "";
}

function tagsIn(text: string, { bodyStart, code }: Pick<SyntaxContext, "bodyStart" | "code">) {
  const edits: Edit[] = [];
  for (const { index, 0: tag, 1: name = "", 2: attributes = "", 3: slash } of text.matchAll(TAG)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    let kept = "";
    for (const [attribute, key] of attributes.matchAll(ATTRIBUTE)) {
      if (PLAIN_NAME.test(key!)) kept += attribute;
    }
    if (kept === attributes) continue;
    edits.push({ start: index, end: index + tag.length, text: `<${name}${kept}${slash}>` });
  }
  return edits;
}

/** Puts ranges in order; those in another one are left out. */
function withoutNested<One extends Range>(ranges: readonly One[]): One[] {
  const ordered = ranges.toSorted(
    (left, right) => left.start - right.start || right.end - left.end,
  );
  let done = 0;
  return ordered.filter(({ start, end }) => {
    if (start < done) return false;
    done = end;
    return true;
  });
}
