/** How much the tests repeat: once in the gate, and again and again in the long suite. */
import { RUNTIMES, type Runtime } from "./command.ts";

/** True in the long suite, `npm run test:repeated`. */
export const IS_LONG = process.env.LONG === "1";

/**
 * The runtimes that a test is tried on whose outcome docgate's own code decides, not the runtime's
 * sockets, files or cryptography: the given one in the gate, both in the long suite.
 */
export function runtimesOf(inGate: Runtime): readonly Runtime[] {
  return IS_LONG ? RUNTIMES : [inGate];
}

/**
 * How many values a property is tried with. `usual` holds where a property names none; `cheap` is
 * for a property that takes microseconds, `costly` for one that takes many milliseconds.
 */
export const RUNS = IS_LONG
  ? { cheap: 50_000, usual: 3_000, costly: 500 }
  : { cheap: 1_000, usual: 100, costly: 20 };
