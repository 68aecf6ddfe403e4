import { decodeLatin1 } from "../bytes.ts";
import { bytesOf } from "./byte-text.ts";
import { addCandidates, addDocsWith, isIn, type Segment } from "./segment.ts";
import type { Field } from "./texts.ts";
import { blocksWith, listsOf } from "./trigrams.ts";

/** Finds the docs that contain a text. */
export interface SubstringIndex {
  /** @param query The text to find, folded. */
  lookFor(query: string): Sought;
}

/** The places where one text may be. */
export interface Sought {
  /**
   * Returns the positions of the docs that may have the text in a field, in ascending order. No
   * other doc has it there.
   */
  candidates(field: Field): number[];
  /** Returns the positions of the docs that have the text in a field, in ascending order. */
  docsWith(field: Field): number[];
  /** Tells whether a doc has the text in a field. */
  isIn(doc: number, field: Field): boolean;
}

/** @param segments The segments of all docs. */
export function createSubstringIndex(segments: readonly Segment[]): SubstringIndex {
  const firsts: number[] = [];
  const segmentOf: number[] = [];
  for (const [number, { docs }] of segments.entries()) {
    firsts.push(segmentOf.length);
    for (const _ of docs) segmentOf.push(number);
  }

  return {
    lookFor(query) {
      const bytes = bytesOf(query);
      const text = decodeLatin1(bytes);
      const lists = listsOf(bytes);
      const needles = segments.map(({ trigrams }) => ({
        text,
        blocks: lists.length === 0 ? null : blocksWith(trigrams, lists),
      }));
      const collect = (field: Field, add: typeof addCandidates): number[] => {
        const found: number[] = [];
        for (const [number, segment] of segments.entries()) {
          add(found, segment, { needle: needles[number]!, field, first: firsts[number]! });
        }
        return found;
      };
      return {
        candidates: (field) => collect(field, addCandidates),
        // Every text contains the empty one, which `addDocsWith` would not find in an empty text.
        docsWith: (field) => collect(field, text === "" ? addCandidates : addDocsWith),
        isIn(doc, field) {
          const number = segmentOf[doc]!;
          const needle = needles[number]!;
          return isIn(segments[number]!, { needle, field, doc: doc - firsts[number]! });
        },
      };
    },
  };
}
