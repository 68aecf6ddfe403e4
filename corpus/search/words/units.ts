import type { Place } from "./places.ts";

/** Pages and places, numbered together: each page is followed by its places. */
export interface Units {
  readonly unitCount: number;
  readonly docCount: number;
  /** The unit of each page, followed by `unitCount`. */
  readonly firstUnits: Int32Array;
  /** The page of each unit. */
  readonly docOf: Int32Array;
  /** 1 for a page, 0 for a place. */
  readonly isPage: Uint8Array;
}

export function numberUnits(docCount: number, places: readonly Place[]): Units {
  const unitCount = docCount + places.length;
  const firstUnits = new Int32Array(docCount + 1).fill(unitCount);
  const docOf = new Int32Array(unitCount);
  const isPage = new Uint8Array(unitCount);
  let unit = 0;
  let next = 0;
  for (let doc = 0; doc < docCount; doc++) {
    firstUnits[doc] = unit;
    isPage[unit] = 1;
    docOf[unit++] = doc;
    for (; places[next]?.doc === doc; next++) docOf[unit++] = doc;
  }
  return { unitCount, docCount, firstUnits, docOf, isPage };
}
