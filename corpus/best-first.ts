interface QueueOptions {
  /** Scores by position; the highest is the best. */
  readonly scores: Float64Array;
}

/**
 * Puts positions in a heap (Williams, 1964) that sorts only as many as are taken: by score, then by
 * position.
 *
 * @param positions Positions of docs or places, each once.
 * @returns a function that takes the best position left; there must be one
 */
export function bestFirst(positions: ArrayLike<number>, { scores }: QueueOptions): () => number {
  const heap = Int32Array.from(positions);
  let size = heap.length;
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(heap[at]!, at);

  function isBetter(left: number, right: number): boolean {
    const difference = scores[left]! - scores[right]!;
    return difference > 0 || (difference === 0 && left < right);
  }

  /** Puts a position in a node of the heap, or below those that are better. */
  function sink(position: number, node: number): void {
    let at = node;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBetter(heap[child + 1]!, heap[child]!)) child++;
      if (!isBetter(heap[child]!, position)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = position;
  }

  return () => {
    const best = heap[0]!;
    size--;
    if (size > 0) sink(heap[size]!, 0);
    return best;
  };
}
