/**
 * Combines concurrent calls: calls during a pending call share the next result, so any number of
 * concurrent calls costs as much as two. No caller gets a result from before its call.
 */
export function joined<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<void> | undefined;
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    next = undefined;
    const answer = ask();
    const ended: Promise<void> = answer.then(
      () => end(ended),
      () => end(ended),
    );
    current = ended;
    return answer;
  }

  function end(ended: Promise<void>): void {
    if (current === ended) current = undefined;
  }

  return () => {
    if (!current) return begin();
    next ??= current.then(begin);
    return next;
  };
}

/**
 * Combines calls within one turn of the event loop, so that all requests that arrived since the last
 * turn cost one call. No caller gets a result from before its call.
 */
export function oncePerTurn<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    next = undefined;
    return ask();
  }

  return () => {
    next ??= new Promise<void>((resolve) => void setImmediate(resolve)).then(begin);
    return next;
  };
}
