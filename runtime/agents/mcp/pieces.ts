/** Cuts the Markdown of a section into pieces that fit into a budget. */
import { estimateTokens } from "../token-estimate.ts";

/** A part of a text, from one offset to another, that can be read by itself. */
export interface Piece {
  readonly text: string;
  /** Offset of the next piece, in UTF-16 units; null at the end of the text. */
  readonly next: number | null;
}

export interface PieceOptions {
  /** Offset of the piece. */
  readonly from: number;
  /** Tokens that it may have. */
  readonly budget: number;
}

/** An open code block. */
interface Fence {
  readonly marks: string;
  /** The line that opens it, without what a list or a quote has before it. */
  readonly opening: string;
  readonly closing: string;
}

const FENCE =
  /^(?<before>(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(?<marks>`{3,}(?=[^`\n]*$)|~{3,})(?<info>.*)$/;
const HEADING = /^#{1,6}[ \t]/;
/** A cut at a good place may leave this share of the budget unused. */
const LEAST_SHARE = 0.5;

/**
 * Returns the longest piece from an offset on that fits, if possible up to the end of a block. A
 * code block that does not fit as a whole is closed, and opened again in the next piece.
 *
 * The texts between the offsets of all pieces, joined, are the text.
 */
export function pieceOf(text: string, { from, budget }: PieceOptions): Piece {
  const fence = fenceAt(text, from);
  const opening = openingOf(fence);
  const rest = opening + text.slice(from);
  if (estimateTokens(rest) <= budget) return { text: rest, next: null };
  const { end, fence: open } = findEnd(text, {
    from,
    budget: budget - estimateTokens(opening),
    fence,
  });
  const part = text.slice(from, end);
  const closing = open ? `${/\n$/.test(part) ? "" : "\n"}${open.closing}` : "";
  return { text: opening + part + closing, next: end < text.length ? end : null };
}

/** Returns all that follows an offset, as a piece. */
export function restOf(text: string, from: number): string {
  return openingOf(fenceAt(text, from)) + text.slice(from);
}

function openingOf(fence: Fence | null): string {
  return fence ? `${fence.opening}\n` : "";
}

interface Cut {
  readonly end: number;
  /** The code block that is open there. */
  readonly fence: Fence | null;
}

interface EndOptions extends PieceOptions {
  readonly fence: Fence | null;
}

function findEnd(text: string, { from, budget, fence: first }: EndOptions): Cut {
  let fence = first;
  let cost = 0;
  let at = from;
  let last: Cut = { end: from, fence };
  /** The last line end outside of code, and the last end of a block. */
  const good = { line: from, block: from };
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const after = fenceAfter(line, fence);
    cost += estimateTokens(line);
    if (cost + costOfClosing(after) > budget) return choose(text, { last, good, from, budget, at });
    // A piece does not end with the line that opens a code block.
    if (after === null || after === fence) last = { end, fence: after };
    if (after === null) good.line = end;
    if (after === null && endsBlock(text, line, end)) good.block = end;
    fence = after;
    at = end;
  }
  return { end: text.length, fence };
}

interface ChooseOptions extends PieceOptions {
  readonly last: Cut;
  readonly good: { readonly line: number; readonly block: number };
  /** Start of the line that does not fit. */
  readonly at: number;
}

function choose(text: string, { last, good, from, budget }: ChooseOptions): Cut {
  const least = from + (last.end - from) * LEAST_SHARE;
  if (good.block > from && good.block >= least) return { end: good.block, fence: null };
  if (good.line > from && good.line >= least) return { end: good.line, fence: null };
  if (last.end > from) return last;
  return cutLine(text, { from, budget, fence: last.fence });
}

/** Cuts a line that is too long for a piece between words, or at least between characters. */
function cutLine(text: string, { from, budget, fence }: EndOptions): Cut {
  const end = lineEnd(text, from);
  const opened = fenceAfter(text.slice(from, end), fence);
  // The line that opens a code block is repeated, and the next one is cut.
  if (opened !== fence && opened !== null) {
    const rest = budget - estimateTokens(text.slice(from, end));
    return cutLine(text, { from: end, budget: rest, fence: opened });
  }
  const most = budget - costOfClosing(fence);
  let [fits, exceeds] = [from + 1, end];
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >>> 1;
    if (estimateTokens(text.slice(from, middle)) <= most) fits = middle;
    else exceeds = middle;
  }
  const space = text.lastIndexOf(" ", fits - 1) + 1;
  if (space > from + (fits - from) * LEAST_SHARE) return { end: space, fence };
  const isHalf = /[\udc00-\udfff]/.test(text.charAt(fits));
  if (!isHalf) return { end: fits, fence };
  // The whole character would not fit, but every piece has one.
  return { end: fits - 1 > from ? fits - 1 : fits + 1, fence };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Tells whether a blank line ends here, or a heading follows. */
function endsBlock(text: string, line: string, end: number): boolean {
  return line.trim() === "" || HEADING.test(text.slice(end, end + 8));
}

/** Returns the code block that is open at an offset. */
function fenceAt(text: string, offset: number): Fence | null {
  let fence: Fence | null = null;
  for (let at = 0; at < Math.min(offset, text.length); ) {
    const end = lineEnd(text, at);
    fence = fenceAfter(text.slice(at, end), fence);
    at = end;
  }
  return fence;
}

/** Returns the code block that is open after a line. */
function fenceAfter(line: string, fence: Fence | null): Fence | null {
  const { before = "", marks, info = "" } = FENCE.exec(line.trimEnd())?.groups ?? {};
  if (marks === undefined) return fence;
  if (fence === null) {
    const within = before.replace(/[-*+]|\d+[.)]/g, (marker) => " ".repeat(marker.length));
    return { marks, opening: within + marks + info, closing: within + marks };
  }
  const isClosed = marks.startsWith(fence.marks) && info.trim() === "";
  return isClosed ? null : fence;
}

function costOfClosing(fence: Fence | null): number {
  return fence ? estimateTokens(`\n${fence.closing}`) : 0;
}
