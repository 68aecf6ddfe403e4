/** Runs work that is divided into steps to its end, without a pause. */
export function runSteps<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
