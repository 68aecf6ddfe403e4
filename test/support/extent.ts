/** Numbers of repetitions: one in the gate, many in the long suite. */
import { RUNTIMES, type Runtime } from "./command.ts";

/** True in the long suite, `npm run test:repeated`. */
export const IS_LONG = process.env.LONG === "1";

/**
 * Returns the runtimes for a test whose outcome depends on docgate's own code, not on the runtime's
 * sockets, files or cryptography: the given one in the gate, both in the long suite.
 */
export function runtimesOf(inGate: Runtime): readonly Runtime[] {
  return IS_LONG ? RUNTIMES : [inGate];
}

/**
 * The number of values that a property is tested with: `usual` if the property names none, `cheap`
 * for a property that takes microseconds, `costly` for one that takes many milliseconds.
 */
export const RUNS = IS_LONG
  ? { cheap: 50_000, usual: 3_000, costly: 500 }
  : { cheap: 1_000, usual: 100, costly: 20 };
