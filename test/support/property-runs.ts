/** A vitest setup file: properties that name no number of runs are tried as often as usual. */
import fc from "fast-check";
import { RUNS } from "./extent.ts";

fc.configureGlobal({ numRuns: RUNS.usual });
