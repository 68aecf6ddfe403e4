import type { Segment } from "./segment.ts";
import type { SearchedDoc } from "./texts.ts";

/**
 * A segment ends with the doc whose body brings it to this size. Its texts are one string, which
 * Node.js keeps outside the heap from a million bytes on, where it is never moved.
 */
const SEGMENT_SIZE = 2 ** 23;

interface SegmentOptions<Made> {
  /** Earlier segments, possibly of other docs. */
  readonly before: readonly Segment[] | undefined;
  /** Returns the length of a doc's body, in any unit. */
  readonly sizeOf: (doc: SearchedDoc) => number;
  /**
   * Makes a segment, now or later.
   *
   * @param first The position of its first doc.
   */
  readonly make: (docs: readonly SearchedDoc[], first: number) => Made;
}

/**
 * Splits docs into segments.
 *
 * Full segments from before are reused if all their docs are the same. A reload then costs only
 * what has changed, in time and in memory (bench/start.ts).
 */
export function toSegments<Made>(
  docs: readonly SearchedDoc[],
  { before = [], sizeOf, make }: SegmentOptions<Made>,
): (Segment | Made)[] {
  const isFull = ({ docs }: Segment) =>
    docs.reduce((size, doc) => size + sizeOf(doc), 0) >= SEGMENT_SIZE;
  const known = new Map(before.filter(isFull).map((segment) => [segment.docs[0]!, segment]));
  const segments: (Segment | Made)[] = [];
  /** The first doc that is not in a segment yet. */
  let start = 0;
  let size = 0;

  function finishAt(end: number): void {
    if (start < end) segments.push(make(docs.slice(start, end), start));
    start = end;
    size = 0;
  }

  for (let at = 0; at < docs.length; ) {
    const same = known.get(docs[at]!);
    if (same?.docs.every((doc, place) => doc === docs[at + place])) {
      finishAt(at);
      segments.push(same);
      at += same.docs.length;
      start = at;
    } else {
      size += sizeOf(docs[at++]!);
      if (size >= SEGMENT_SIZE) finishAt(at);
    }
  }
  finishAt(docs.length);
  return segments;
}
