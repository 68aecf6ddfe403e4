import { costOf } from "../token-estimate.ts";
import type { Part } from "./answer.ts";
import { continuationOf, type Library, type Place, refOf, titlesOf } from "./library.ts";
import { inOneLine } from "./one-line.ts";
import { pieceOf } from "./pieces.ts";

/** A part with fewer tokens says too little. */
const LEAST_TOKENS = 40;
const MAX_TITLES = 200;

/** As much of a passage as fits. */
export interface PassagePart extends Part {
  /** The ref that continues it; null if nothing is left out. */
  readonly next: string | null;
  /** Estimated tokens of what is left out. */
  readonly rest: number;
}

/** Returns the estimated tokens of a place and all that follows in its passage. */
export function costOfPlace(library: Library, place: Place): number {
  return costOf(headOf(place)) + costOfRest(library, place) + 1;
}

/** Writes as much of a place as fits below a line with its ref. @returns null if too little fits */
export function writePlace(library: Library, place: Place, budget: number): PassagePart | null {
  const { passage, offset } = place;
  const { markdown } = library.textOf(passage);
  const head = headOf(place);
  const room = budget - costOf(head) - 1;
  const needed = costOfRest(library, place);
  if (needed <= room) {
    return {
      text: head + markdown.slice(offset),
      cost: budget - room + needed,
      next: null,
      rest: 0,
    };
  }
  if (room < LEAST_TOKENS) return null;
  const piece = pieceOf(markdown, { from: offset, budget: room });
  const next = piece.next === null ? null : continuationOf(passage, piece.next);
  const rest = costOfRest(library, { passage, offset: piece.next ?? markdown.length });
  return { text: head + piece.text, cost: budget, next, rest };
}

function headOf({ passage, offset }: Place): string {
  const ref = offset > 0 ? continuationOf(passage, offset) : refOf(passage);
  return `=== ${ref}: ${inOneLine(titlesOf(passage).join(" › "), MAX_TITLES)}\n`;
}

function costOfRest(library: Library, { passage, offset }: Place): number {
  const { markdown, cost } = library.textOf(passage);
  return offset === 0 ? cost : costOf(markdown.slice(offset));
}
