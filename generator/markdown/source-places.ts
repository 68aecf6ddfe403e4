import { lowerBound } from "../../corpus/text/order.ts";
import type { Ignore } from "../config/ignore.ts";
import type { Place } from "../config/problem.ts";
import type { EditedText } from "../sites/syntax/edited-text.ts";
import { LINE_END } from "./line-finder.ts";
import type { FoundLink } from "./links.ts";
import type { Runs } from "./marks/text-runs.ts";

/** Returns the edits of a body as the corpus has them: see `docShape` in `corpus/schema.ts`. */
export function editsAsRuns(edited: EditedText, bodyStart: number): Runs {
  const runs: Runs = [];
  let done = bodyStart;
  for (const { start, end, text } of edited.isEdited ? edited.edits() : []) {
    runs.push(start - done, end - start);
    if (text !== "") runs.push(text);
    done = end;
  }
  return runs;
}

/** Finds in a source what was found in its page text. */
export interface SourcePlaces {
  move<Each extends Place>(placed: Each): Each;
  link(link: FoundLink): FoundLink;
  ignore(ignore: Ignore): Ignore;
}

const SAME: SourcePlaces = {
  move: (placed) => placed,
  link: (link) => link,
  ignore: (ignore) => ignore,
};

export function placesIn(edited: EditedText): SourcePlaces {
  if (!edited.isEdited) return SAME;
  const starts = lineStarts(edited.text);
  const sourceStarts = lineStarts(edited.source);

  function move<Each extends Place>(placed: Each): Each {
    const { line, column } = placed;
    const offset = edited.sourceOffset(starts[line - 1]! + column - 1);
    return { ...placed, ...placeAt(sourceStarts, offset) };
  }

  function lineOf(line: number): number {
    return line === 0 ? 0 : move({ line, column: 1 }).line;
  }

  return {
    move,
    link({ range, end: last, ...link }) {
      const [start, end] = range ?? [0, 0];
      const found = range && edited.sourceRange({ start, end });
      const at = starts[link.line - 1]! + link.column - 1;
      return {
        ...move(link),
        ...(last && { end: move(last) }),
        ...(found && { range: [found.start, found.end] as const }),
        ...(edited.insertionAt(at) !== null && { isInserted: true as const }),
      };
    },
    ignore({ lines, ...ignore }) {
      const last = lines && Math.min(lines[1] + 1, starts.length);
      const moved =
        lines && ([lineOf(lines[0]), Math.max(lineOf(last!) - 1, lineOf(lines[1]))] as const);
      return { ...move(ignore), lines: moved };
    },
  };
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(LINE_END), ({ 0: end, index }) => index + end.length)];
}

function placeAt(starts: readonly number[], offset: number): Place {
  const line = lowerBound({ from: 0, to: starts.length }, (each) => starts[each]! <= offset);
  return { line, column: offset - starts[line - 1]! + 1 };
}
