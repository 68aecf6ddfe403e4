import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";
import { BRACES, parseAttributes, shownOf } from "./attributes.ts";

const COMPONENT = new RegExp(
  String.raw`(?<=^|[\s*_([]):([A-Za-z][\w-]*)(?:\[([^[\]\r\n]*)\])?(${BRACES})?(?![\w:])`,
  "gm",
);
const SPAN = new RegExp(String.raw`(?<![!\]\\])\[([^[\]\r\n]*)\](${BRACES})`, "g");
const ATTRIBUTES = new RegExp(String.raw`(?<=[\`*_)\]~])${BRACES}`, "g");
const TAG = /<[A-Za-z][^<>]*>/g;
const BINDING = /\{\{([^{}\r\n]*)\}\}/g;

/** Turns inline components, spans, attributes and bindings of MDC into what readers see. */
export function readInlineMdc(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index: start, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (start < bodyStart || !/[:{]/.test(line)) continue;
    const found = [
      ...componentsIn(line),
      ...matchesOf(line, SPAN, ([, content]) => content!),
      ...matchesOf(line, ATTRIBUTES, () => ""),
      ...matchesOf(line, BINDING, ([, expression]) => standardOf(expression!)),
    ].toSorted((left, right) => left.start - right.start || right.end - left.end);
    const tags = Array.from(line.matchAll(TAG), ({ index, 0: tag }) => {
      return { start: index, end: index + tag.length, isBlock: false };
    });
    let end = 0;
    for (const edit of found) {
      if (edit.start < end || isInCode(code, start + edit.start)) continue;
      if (isInCode(tags, edit.start)) continue;
      edits.push({ ...edit, start: start + edit.start, end: start + edit.end });
      end = edit.end;
    }
  }
  return edits;
}

/** Finds components; in a heading, only their content is a part of its text and anchor. */
function componentsIn(line: string): Edit[] {
  const isHeading = /^[ \t>]*#{1,6}[ \t]/.test(line);
  return matchesOf(line, COMPONENT, ([, , label = "", braces = "{}"]) => {
    return isHeading ? label : shownOf(parseAttributes(braces), label);
  });
}

function matchesOf(
  line: string,
  pattern: RegExp,
  shown: (match: RegExpMatchArray) => string,
): Edit[] {
  return Array.from(line.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: shown(match),
  }));
}

/** Returns the text that is shown if a value is not known: `{{ name || 'you' }}`. */
function standardOf(expression: string): string {
  return /\|\|\s*(?:"([^"]*)"|'([^']*)')\s*$/.exec(expression)?.slice(1).join("") ?? "";
}
