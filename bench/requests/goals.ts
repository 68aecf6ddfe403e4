import type { Goal } from "../results.ts";
import { latencyOf } from "../support/wrk.ts";
import type { LoadKind } from "./loads.ts";
import {
  growthOf,
  LIMITS,
  type Measurement,
  OURS,
  rateOf,
  ratioTo,
  ratioToHono,
  showSlowest,
} from "./measured-requests.ts";

/** Minimum ratio to bare Hono. */
const MIN_RATIOS: Readonly<Partial<Record<LoadKind, Readonly<Record<string, number>>>>> = {
  repeated: { Q1: 0.85, Q2: 0.85, Q3: 0.85, Q4: 0.85, Q5: 0.85 },
  "variables never repeated": { Q2: 0.6, Q4: 0.6, Q5: 0.6 },
};
const MAX_GROWTH = 1.2;
const MIN_TO_YOGA = 3;

/** Returns the goals of requests over one corpus. */
export function requestGoals(name: string, measured: readonly Measurement[]): Goal[] {
  const goals = [
    ...measured.filter(({ server }) => server === OURS).flatMap((one) => rateGoals(one, measured)),
    latencyGoal(measured),
    memoryGoal(measured),
  ];
  return goals.map((goal) => ({ ...goal, goal: `${name}: ${goal.goal}` }));
}

function rateGoals(ours: Measurement, measured: readonly Measurement[]): Goal[] {
  const { query, kind } = ours.load;
  const least = MIN_RATIOS[kind]?.[query];
  if (least !== undefined) return [ratioGoal(ours, { least, measured })];
  const peers = peersOf(ours, measured);
  if (kind === "texts never repeated") {
    const best = peers.toSorted((left, right) => ratioTo(left, ours) - ratioTo(right, ours))[0]!;
    return [aheadGoal(ours, { other: best, least: 1, text: "ahead of every peer" })];
  }
  const other = (server: string) => peers.find((one) => one.server === server)!;
  return [
    aheadGoal(ours, {
      other: other("graphql-yoga"),
      least: MIN_TO_YOGA,
      text: `at least ${MIN_TO_YOGA} times graphql-yoga`,
    }),
    aheadGoal(ours, {
      other: other("Mercurius, JIT"),
      least: 1,
      text: "ahead of Mercurius with JIT",
    }),
  ];
}

function ratioGoal(
  ours: Measurement,
  { least, measured }: { least: number; measured: readonly Measurement[] },
): Goal {
  const ratio = ratioToHono(ours, measured);
  return {
    goal: `${ours.load.query}, ${ours.load.kind}, at least ${least} of bare Hono`,
    figure: `${rateOf(ours).toFixed(0)} a second`,
    ratio: ratio.toFixed(2),
    isMet: ratio >= least,
  };
}

function aheadGoal(
  ours: Measurement,
  { other, least, text }: { other: Measurement; least: number; text: string },
): Goal {
  const ratio = ratioTo(other, ours);
  return {
    goal: `${ours.load.query}, ${ours.load.kind}, ${text}`,
    figure: `${rateOf(ours).toFixed(0)} a second`,
    peer: `${other.server} ${rateOf(other).toFixed(0)}`,
    ratio: ratio.toFixed(2),
    isMet: ratio >= least,
  };
}

function latencyGoal(measured: readonly Measurement[]): Goal {
  const compared = measured
    .filter(({ server }) => server === OURS)
    .map((ours) => {
      const best = peersOf(ours, measured).toSorted(
        (left, right) => p99Of(left) - p99Of(right),
      )[0]!;
      return { ours, best, ratio: p99Of(ours) / p99Of(best) };
    })
    .sort((left, right) => right.ratio - left.ratio);
  const { ours, best, ratio } = compared[0]!;
  const good = compared.filter((one) => one.ratio <= 1).length;
  return {
    goal: "p99 under each load no worse than the best peer's",
    figure:
      `${good} of ${compared.length} loads; worst ${ours.load.query}, ${ours.load.kind}: ` +
      `${showSlowest(ours.runs)} ms`,
    peer: `${best.server} ${showSlowest(best.runs)} ms`,
    ratio: ratio.toFixed(2),
    isMet: good === compared.length,
  };
}

function memoryGoal(measured: readonly Measurement[]): Goal {
  const ours = measured.filter(({ server }) => server === OURS);
  const worst = ours.toSorted((left, right) => growthOf(right) - growthOf(left))[0]!;
  const { load, before, after } = worst;
  return {
    goal: `resident memory after each load at most ${MAX_GROWTH} times before`,
    figure: `worst ${load.query}, ${load.kind}: ${before.toFixed(0)} to ${after.toFixed(0)} MB`,
    ratio: growthOf(worst).toFixed(2),
    isMet: before === 0 ? null : growthOf(worst) <= MAX_GROWTH,
  };
}

/** Returns the other GraphQL servers under the same load. */
function peersOf(ours: Measurement, measured: readonly Measurement[]): Measurement[] {
  return measured.filter(
    ({ load, server }) => load === ours.load && server !== OURS && !(server in LIMITS),
  );
}

function p99Of({ runs }: Measurement): number {
  return latencyOf(runs, 0.99);
}
