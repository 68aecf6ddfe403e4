/** A vitest setup file: properties that name no number of runs get the usual number. */
import fc from "fast-check";
import { RUNS } from "./extent.ts";

fc.configureGlobal({ numRuns: RUNS.usual });
