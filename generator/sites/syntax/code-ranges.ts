import type { Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";

/** A piece of code in a text. */
export interface CodeRange extends Range {
  /** True for a block between fences, with them; false for code in a line. */
  readonly isBlock: boolean;
}

const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`\r\n]*$)|~{3,})/;
const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/y;
const BACKTICKS = /`+/g;

/** Finds the code in a Markdown text as most site generators do: between fences, and in a line. */
export function findCode(text: string, from = 0): CodeRange[] {
  const ranges: CodeRange[] = [];
  let open: { readonly fence: string; readonly start: number } | null = null;
  let paragraph = from;
  const endParagraph = (end: number) => {
    ranges.push(...inlineCode(text, { start: paragraph, end }));
  };
  for (let at = from; at < text.length; ) {
    LINE.lastIndex = at;
    const line = LINE.exec(text)![0];
    const next = at + line.length;
    const fence = FENCE.exec(line.trimEnd())?.[2];
    if (open !== null) {
      const closing = line.trim().replace(/^(?:>[ \t]*)+/, "");
      if (closing[0] === open.fence[0] && closing.length >= open.fence.length) {
        if (closing === closing[0]!.repeat(closing.length)) {
          ranges.push({ start: open.start, end: next, isBlock: true });
          open = null;
          paragraph = next;
        }
      }
    } else if (fence !== undefined) {
      endParagraph(at);
      open = { fence, start: at };
    } else if (line.trim() === "") {
      endParagraph(at);
      paragraph = next;
    }
    at = next;
  }
  if (open === null) endParagraph(text.length);
  else ranges.push({ start: open.start, end: text.length, isBlock: true });
  return ranges;
}

/** Finds code spans: runs of as many backticks enclose them. */
function inlineCode(text: string, { start, end }: Range): CodeRange[] {
  const runs = Array.from(text.slice(start, end).matchAll(BACKTICKS), ({ 0: run, index }) => {
    return { length: run.length, at: start + index };
  });
  const ranges: CodeRange[] = [];
  const closings = Map.groupBy(runs.keys(), (place) => runs[place]!.length);
  for (let place = 0; place < runs.length; ) {
    const { length, at } = runs[place]!;
    const same = closings.get(length)!;
    const next = same[lowerBound({ from: 0, to: same.length }, (each) => same[each]! <= place)];
    if (next === undefined || text[at - 1] === "\\") place++;
    else {
      ranges.push({ start: at, end: runs[next]!.at + length, isBlock: false });
      place = next + 1;
    }
  }
  return ranges;
}

/** Tells whether an offset is in one of the ranges, which are in order. */
export function isInCode(code: readonly CodeRange[], at: number): boolean {
  const next = lowerBound({ from: 0, to: code.length }, (each) => code[each]!.start <= at);
  return next > 0 && code[next - 1]!.end > at;
}
