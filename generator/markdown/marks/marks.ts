import type { Nodes } from "mdast";
import { invisibleRuns } from "../../../corpus/text/invisible.ts";
import type { Range } from "../destination.ts";
import type { ParseMarkdown } from "../markdown.ts";
import { allNodes } from "../markdown-nodes.ts";
import { findMarkup, type Markup } from "./markup.ts";
import type { Address, HiddenPart } from "./parts.ts";
import { type Runs, TextRuns, withoutOverlaps } from "./text-runs.ts";
import { findText } from "./visible-text.ts";

/** Marks for agents: what they are not given of a text, and the addresses that they are given otherwise. */
export interface AgentMarks {
  readonly hidden: Runs;
  /** In order, and not in hidden parts. */
  readonly addresses: readonly Address[];
}

/** Marks of a page, with offsets in its body: see `marksShape` in `corpus/schema.ts`. */
export interface PageMarks extends AgentMarks {
  readonly text: Runs;
}

interface MarksOptions {
  readonly source: string;
  /** Offset of the body in the source. */
  readonly bodyStart: number;
  readonly markup: Markup;
}

/** @param nodes all nodes of the page's tree */
export function findMarks(
  nodes: readonly Nodes[],
  { source, bodyStart, markup }: MarksOptions,
): PageMarks {
  const { addresses, tags, elements } = markup;
  const hidden = hiddenRanges(source, markup.hidden);
  // Tags and expressions may have words, and they are in no text.
  const unseen =
    elements === null
      ? hidden
      : withoutOverlaps(markup.hidden.filter(({ kind }) => kind !== "syntax"));
  const text = findText(nodes, { source, bodyStart, hidden: unseen, tags, elements });
  return { text, ...agentMarks({ bodyStart, hidden, addresses }) };
}

/** Marks a page whose Markdown is not read: all of it is text, but characters that are not drawn. */
export function markPlainText(body: string): PageMarks {
  const hidden = hiddenRanges(body, invisibleRuns(body));
  const runs = new TextRuns(body, { bodyStart: 0, gaps: hidden });
  runs.take(0, body.length);
  return { text: runs.end(), ...agentMarks({ bodyStart: 0, hidden, addresses: [] }) };
}

/** Anything by which a description has markup. */
const MAY_HAVE_MARKUP = /[<[{&]|[^ -~]/;

/**
 * Finds what agents are not given of a description. The name of an element in it, such as
 * `<template>`, hides nothing: what follows is text.
 *
 * @returns null if there is nothing
 */
export function markDescription(text: string | null, parse: ParseMarkdown): AgentMarks | null {
  if (text === null || !MAY_HAVE_MARKUP.test(text)) return null;
  const markup = findMarkup(allNodes(parse(text)), { source: text });
  const closed = markup.hidden.filter(({ isClosed }) => isClosed !== false);
  const hidden = hiddenRanges(text, closed);
  const marks = agentMarks({ bodyStart: 0, hidden, addresses: markup.addresses });
  return marks.hidden.length + marks.addresses.length > 0 ? marks : null;
}

interface AgentOptions {
  readonly bodyStart: number;
  readonly hidden: readonly HiddenRange[];
  readonly addresses: readonly Address[];
}

function agentMarks({ bodyStart, hidden, addresses }: AgentOptions): AgentMarks {
  const runs: Runs = [];
  let done = bodyStart;
  for (const { start, end, text } of hidden) {
    runs.push(start - done, end - start);
    if (text !== "") runs.push(text);
    done = end;
  }
  let next = 0;
  const seen = addresses.filter(({ start }) => {
    while (next < hidden.length && hidden[next]!.end <= start) next++;
    return next === hidden.length || hidden[next]!.start > start;
  });
  return {
    hidden: runs,
    addresses: seen.map((one) => ({
      ...one,
      start: one.start - bodyStart,
      end: one.end - bodyStart,
    })),
  };
}

/** A hidden part of a source, apart from others. */
interface HiddenRange extends Range {
  /** The text that stands in its place; a backslash if what follows must be escaped to stay text. */
  readonly text: string;
}

/** Indentation in elements of MDX. */
const BLANKS = /^[ \t]*$/;
const FENCE_AFTER = /[ \t]*(?=```|~~~)/y;
/** Marks of quotes and lists, which may stand before a fence. */
const MARKS = /^(?:[ \t>]|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*$/;

/** Joins hidden parts; a fence that would open a block of code without the part before it is text. */
function hiddenRanges(
  source: string,
  hidden: readonly Pick<HiddenPart, "start" | "end" | "text">[],
): readonly HiddenRange[] {
  const ranges: HiddenRange[] = [];
  for (const range of withoutOverlaps(hidden)) {
    const { start, end } = range;
    const text = ("text" in range && range.text) || "";
    FENCE_AFTER.lastIndex = end;
    const isEscaped =
      text === "" &&
      !BLANKS.test(source.slice(start, end)) &&
      FENCE_AFTER.test(source) &&
      isFirstInLine(source, { start, before: ranges });
    const to = isEscaped ? FENCE_AFTER.lastIndex : end;
    ranges.push({ start, end: to, text: isEscaped ? "\\" : text });
  }
  return ranges;
}

/** Tells whether nothing but marks of quotes and lists is left before an offset in its line. */
function isFirstInLine(
  source: string,
  { start, before }: { readonly start: number; readonly before: readonly HiddenRange[] },
): boolean {
  let marks = "";
  let last = before.length - 1;
  for (let at = start; ; ) {
    const character = source[at - 1];
    const hidden = before[last];
    if (hidden?.end === at && hidden.text === "") {
      at = hidden.start;
      last--;
    } else if (character === undefined || /[\r\n]/.test(character)) return MARKS.test(marks);
    else if (/[ \t>*+\-\d.)]/.test(character)) {
      marks = character + marks;
      at--;
    } else return false;
  }
}
