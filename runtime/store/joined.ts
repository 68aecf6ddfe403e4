/**
 * Lets all who ask while one is being answered have the next answer together: many who ask at the
 * same time cost as much as two. Nobody is given an answer from before the question.
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
