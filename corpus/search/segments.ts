import type { Segment } from "./segment.ts";
import { createTextCollector, type SearchedDoc, type Texts } from "./texts.ts";

/**
 * A segment ends with the doc that brings it to this size. Its texts are one string, which Node.js
 * keeps outside the heap from a million bytes on, where it is never moved. A reload indexes the
 * segments of changed docs again (bench/builds/watch.ts), and a search goes through all of them.
 */
const SEGMENT_BYTES = 2 ** 22;

interface SegmentOptions<Made> {
  /** Earlier segments, possibly of other docs. */
  readonly before: readonly Segment[] | undefined;
  /** Makes a segment, now or later. */
  readonly make: (docs: readonly SearchedDoc[], texts: Texts) => Made;
}

/**
 * Splits docs into segments.
 *
 * Segments from before are reused if all their docs are the same and they are full, or last. A
 * reload then costs only what has changed, in time and in memory (bench/builds/watch.ts).
 */
export function toSegments<Made>(
  docs: readonly SearchedDoc[],
  { before = [], make }: SegmentOptions<Made>,
): (Segment | Made)[] {
  const known = new Map(before.map((segment) => [segment.docs[0]!, segment]));
  const collector = createTextCollector();
  const segments: (Segment | Made)[] = [];
  /** The first doc that is not in a segment yet. */
  let start = 0;

  function finishAt(end: number): void {
    if (start < end) segments.push(make(docs.slice(start, end), collector.finish()));
    start = end;
  }

  for (let at = 0; at < docs.length; ) {
    const same = known.get(docs[at]!);
    if (same && isReusable(same, { docs, at })) {
      finishAt(at);
      segments.push(same);
      at += same.docs.length;
      start = at;
    } else {
      collector.add(docs[at++]!);
      if (collector.length() >= SEGMENT_BYTES) finishAt(at);
    }
  }
  finishAt(docs.length);
  return segments;
}

function isReusable(
  { docs: known, starts }: Segment,
  { docs, at }: { readonly docs: readonly SearchedDoc[]; readonly at: number },
): boolean {
  const isFull = starts.at(-1)! >= SEGMENT_BYTES;
  const isLast = at + known.length === docs.length;
  return (isFull || isLast) && known.every((doc, place) => doc === docs[at + place]);
}
