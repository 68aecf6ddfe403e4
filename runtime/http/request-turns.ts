/** Maximum time for which pipelined requests keep all others waiting. */
const TURN_MS = 20;

/**
 * Starts requests of a connection whose earlier ones are answered: each in a later iteration of the
 * event loop, which looks at all other connections before. Without this, a connection that sends
 * hundreds of requests at once would be the only one that is answered until its last.
 *
 * First come, first served. However many connections send like this, they share the time.
 */
export type StartLater = (start: () => void) => void;

export function createRequestTurns(): StartLater {
  const waiting: (() => void)[] = [];
  /** The end of the current turn; null if none has begun. */
  let endMs: number | null = null;

  function startNext(): void {
    const nowMs = performance.now();
    if (endMs === null) {
      endMs = nowMs + TURN_MS;
      // Deno looks at connections before each timer, but not before each `setImmediate`.
      setTimeout(() => (endMs = null), 0);
    }
    // Work that a request leaves to promises is done before the next call, so it counts, too.
    if (nowMs < endMs) waiting.shift()!();
    else setImmediate(startNext);
  }

  return (start) => {
    waiting.push(start);
    setImmediate(startNext);
  };
}
