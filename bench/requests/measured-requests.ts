import { medianOf, show, summarize } from "../support/measure.ts";
import { latencyOf, type WrkRun } from "../support/wrk.ts";
import type { Load } from "./loads.ts";

export const OURS = "docgate";

/** The measurement of one server under one load. */
export interface Measurement {
  readonly load: Load;
  readonly server: string;
  readonly runs: readonly WrkRun[];
  /** Resident memory in megabytes. */
  readonly before: number;
  readonly after: number;
}

/** Servers that answer every load with one text: an upper limit for any GraphQL server. */
export const LIMITS: Readonly<Record<string, string>> = {
  "bare Hono": "bare-hono",
  "bare `node:http`": "bare-http",
};
/** Returns the 99th percentile in milliseconds, over all runs and in each: `31.0 (13.2–48.1)`. */
export function showSlowest(runs: readonly WrkRun[]): string {
  const { min, max } = summarize(runs.map((run) => latencyOf([run], 0.99)));
  return show({ median: latencyOf(runs, 0.99), min, max }, 1);
}

export function ratioToHono(one: Measurement, measured: readonly Measurement[]): number {
  const hono = measured.find(({ load, server }) => load === one.load && server === "bare Hono")!;
  return ratioTo(hono, one);
}

/**
 * Returns the ratio of requests per second: the median over rounds, whose runs follow each other
 * closely.
 */
export function ratioTo(other: Measurement, { runs }: Measurement): number {
  return medianOf(runs.map(({ perSecond }, round) => perSecond / other.runs[round]!.perSecond));
}

export function rateOf({ runs }: Pick<Measurement, "runs">): number {
  return medianOf(runs.map(({ perSecond }) => perSecond));
}

export function growthOf({ before, after }: Pick<Measurement, "before" | "after">): number {
  return after / before;
}
