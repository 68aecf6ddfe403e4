import { estimateTokens } from "../../token-estimate.ts";
import type { Part } from "../answer.ts";
import { continuationOf, type Library, type Place, refOf, titlesOf } from "../library.ts";
import { inOneLine } from "../one-line.ts";
import { pieceOf, restOf } from "../pieces.ts";

const MAX_TITLES = 200;
/** Share of a budget that the titles above a part may have. */
const TITLES_SHARE = 0.2;

/** As much of a passage as fits. */
export interface PassagePart extends Part {
  /** The ref that continues it; null if nothing is left out. */
  readonly next: string | null;
  /** Estimated tokens of what is left out. */
  readonly rest: number;
}

/** Returns the estimated tokens of a place and all that follows in its passage. */
export function costOfPlace(library: Library, place: Place): number {
  return estimateTokens(headOf(place, Infinity)) + costOfRest(library, place) + LINE_FEED;
}

const LINE_FEED = 1;

export interface WriteOptions {
  readonly budget: number;
  /** Returns null if fewer fit. */
  readonly least: number;
  /** Offset in the Markdown where to stop at the latest. Default: its end. */
  readonly to?: number | undefined;
}

/** Writes as much of a place as fits below a line with its ref. */
export function writePlace(
  library: Library,
  place: Place,
  { budget, least, to }: WriteOptions,
): PassagePart | null {
  const { passage, offset } = place;
  const { markdown } = library.textOf(passage);
  const head = headOf(place, budget);
  const room = budget - estimateTokens(head) - LINE_FEED;
  if (room < least && costOfRest(library, place) > room) return null;
  const piece = pieceOf(markdown.slice(0, to), { from: offset, budget: room });
  const text = head + piece.text;
  const cost = budget - room + estimateTokens(piece.text);
  const next = piece.next ?? to ?? markdown.length;
  if (next >= markdown.length) return { text, cost, next: null, rest: 0 };
  const rest = costOfRest(library, { passage, offset: next });
  return { text, cost, next: continuationOf(passage, next), rest };
}

/** Writes the line above a part; without its titles if they would take too much of a budget. */
function headOf({ passage, offset }: Place, budget: number): string {
  const ref = offset > 0 ? continuationOf(passage, offset) : refOf(passage);
  const titles = inOneLine(titlesOf(passage).join(" › "), MAX_TITLES);
  const isShort = estimateTokens(titles) <= budget * TITLES_SHARE;
  return `=== ${ref}:${isShort ? ` ${titles}` : ""}\n`;
}

function costOfRest(library: Library, { passage, offset }: Place): number {
  const { markdown, cost } = library.textOf(passage);
  return offset === 0 ? cost : estimateTokens(restOf(markdown, offset));
}
