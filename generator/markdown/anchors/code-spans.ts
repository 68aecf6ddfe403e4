import type { AnchorRequest } from "./anchor-rule.ts";

/** A code span in the source of a heading. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
  /** The text that readers see. */
  readonly code: string;
}

/** Finds the code spans of a heading's source, in time that grows with its length only. */
export function findCodeSpans(raw: string): CodeSpan[] {
  const runs = [...raw.matchAll(/`+/g)].map(({ 0: ticks, index }) => ({
    length: ticks.length,
    start: index,
    end: index + ticks.length,
  }));
  const closing: number[] = [];
  const next = new Map<number, number>();
  for (const [back, { length }] of runs.toReversed().entries()) {
    const at = runs.length - 1 - back;
    closing[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  const spans: CodeSpan[] = [];
  for (let at = 0; at < runs.length; at++) {
    const close = closing[at]!;
    if (close < 0) continue;
    const [first, last] = [runs[at]!, runs[close]!];
    const code = raw.slice(first.end, last.start).trim();
    spans.push({ start: first.start, end: last.end, code });
    at = close;
  }
  return spans;
}

/** Changes the parts of a heading's text that are not in a code span. */
export function outsideCode(
  { text, raw }: AnchorRequest,
  change: (part: string) => string,
): string {
  let changed = "";
  let end = 0;
  for (const { code } of findCodeSpans(raw)) {
    const start = text.indexOf(code, end);
    if (start < 0) continue;
    changed += change(text.slice(end, start)) + code;
    end = start + code.length;
  }
  return changed + change(text.slice(end));
}
