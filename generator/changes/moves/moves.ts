import { compareCodePoints } from "../../../corpus/text/order.ts";
import { LEAST } from "./confidence.ts";
import { findDepartures } from "./departures.ts";
import { MoveFinder, type Relocation } from "./move-finder.ts";
import type { Page } from "./outline.ts";

/** Where the content of an address that is gone is now. */
export interface Move {
  /** Id, or id#anchor. */
  readonly from: string;
  /** Id, or id#anchor. */
  readonly to: string;
  /** How likely `to` is right, from 0 to 1; from 0.8 on it is certain enough to be proposed. */
  readonly confidence: number;
  /** Why, as a sentence. */
  readonly reason: string;
}

/**
 * Finds where the content of addresses is now that the new tree does not have. Only content
 * decides: names and paths choose between places that fit equally.
 *
 * @returns in code-point order of `from`
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * import { findMoves } from "docgate/generator";
 *
 * const before = JSON.parse(await readFile("dist/released.json", "utf8"));
 * const after = JSON.parse(await readFile("dist/corpus.json", "utf8"));
 * for (const { from, to } of findMoves(before.docs, after.docs)) console.log(`${from} → ${to}`);
 */
export function findMoves(before: readonly Page[], after: readonly Page[]): Move[] {
  const departures = findDepartures(before, after);
  if (departures.length === 0) return [];
  const finder = new MoveFinder(departures, { before, after });
  return departures
    .flatMap((departure) => finder.find(departure))
    .map(toMove)
    .filter(({ confidence }) => confidence >= LEAST)
    .sort((left, right) => compareCodePoints(left.from, right.from));
}

function toMove({ from, place }: Relocation): Move {
  const { page, range, confidence, reason } = place;
  const anchor = range.first === 0 ? "" : `#${page.headings[range.first - 1]!.anchor}`;
  return { from, to: page.id + anchor, confidence: Math.round(confidence * 100) / 100, reason };
}
