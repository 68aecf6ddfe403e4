interface Ranking {
  /** By position; the highest is the best. */
  readonly scores: Float64Array;
}

/**
 * Gives docs one after the other, the best first: by score, then position. Only what is asked for
 * is sorted (heapsort: Williams, 1964).
 *
 * @param docs Their positions; each once.
 */
export function* bestFirst(docs: readonly number[], { scores }: Ranking): Generator<number> {
  const heap = Int32Array.from(docs);
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(at, heap.length);
  for (let size = heap.length; size > 0; size--) {
    const best = heap[0]!;
    heap[0] = heap[size - 1]!;
    sink(0, size - 1);
    yield best;
  }

  function sink(from: number, size: number): void {
    const doc = heap[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBetter(heap[child + 1]!, heap[child]!)) child++;
      if (!isBetter(heap[child]!, doc)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = doc;
  }

  function isBetter(left: number, right: number): boolean {
    return scores[left]! > scores[right]! || (scores[left] === scores[right] && left < right);
  }
}
