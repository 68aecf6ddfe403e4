import { table } from "../../support/measure.ts";
import type { MakeEngine } from "./engines.ts";
import { type RelevanceTree, withoutDescriptions } from "./tree.ts";
import { type Engine, type Level, type Query, rankOf } from "./truth.ts";

/** One search's answer to one query. */
export interface EngineAnswer {
  readonly set: string;
  readonly engine: string;
  readonly query: Query;
  /** Rank of the first right answer; 0 if none is among the first ten. */
  readonly ranks: Readonly<Record<Level, number>>;
  readonly isEmpty: boolean;
  readonly knowsPlaces: boolean;
  readonly ms: number;
}

/** Number of answers requested: some are left out, and versions of a page count as one. */
const LIMIT = 50;
/** Maximum time for the queries of one search; one that would need more is not measured. */
const MOST_MINUTES = 12;
/** Number of queries after which that time is estimated. */
const TRIED = 20;

interface AskOptions {
  readonly queries: readonly Query[];
  readonly engines: Readonly<Record<string, MakeEngine>>;
}

/** Runs all queries on every search, one search at a time, with and without descriptions. */
export async function askAll(
  tree: RelevanceTree,
  { queries, engines }: AskOptions,
): Promise<{ readonly answered: EngineAnswer[]; readonly indexes: string }> {
  const answered: EngineAnswer[] = [];
  const rows: string[][] = [];
  for (const [name, make] of Object.entries(engines)) {
    const asked = await askOne(tree, { name, make, queries });
    const isMeasured = asked.minutes <= MOST_MINUTES;
    const minutes = isMeasured
      ? asked.minutes.toFixed(1)
      : `about ${asked.minutes.toFixed(0)}, not measured`;
    if (isMeasured) answered.push(...asked.answered);
    rows.push([name, asked.indexing.toFixed(2), describeBytes(asked.indexBytes), minutes]);
  }
  const head = ["", "indexing, s", "index, MB", "all queries, minutes"];
  return { answered, indexes: table(head, rows) };
}

interface AskOneOptions {
  readonly name: string;
  readonly make: MakeEngine;
  readonly queries: readonly Query[];
}

interface EngineRun extends Pick<Engine, "indexBytes"> {
  readonly answered: readonly EngineAnswer[];
  /** Time in seconds to make the index. */
  readonly indexing: number;
  /** Time for all queries; if it is over the limit, an estimate from some. */
  readonly minutes: number;
}

async function askOne(
  tree: RelevanceTree,
  { name, make, queries }: AskOneOptions,
): Promise<EngineRun> {
  const start = performance.now();
  let engine = await make(tree);
  const indexing = (performance.now() - start) / 1000;
  const { indexBytes } = engine;
  const answered: EngineAnswer[] = [];
  let minutes = 0;
  let isBare = false;
  for (const query of [...queries.filter(hasDescriptions), ...queries.filter(hasNone)]) {
    if (query.isWithoutDescriptions && !isBare) {
      isBare = true;
      await engine.close?.();
      engine = await make(withoutDescriptions(tree));
    }
    const one = await ask(engine, { name, query });
    answered.push(one);
    minutes += one.ms / 60_000;
    const expected = (minutes * queries.length) / answered.length;
    if (answered.length >= TRIED && expected > MOST_MINUTES) {
      minutes = expected;
      break;
    }
  }
  await engine.close?.();
  return { answered, indexing, indexBytes, minutes };
}

function hasDescriptions({ isWithoutDescriptions }: Query): boolean {
  return !isWithoutDescriptions;
}

function hasNone({ isWithoutDescriptions }: Query): boolean {
  return isWithoutDescriptions;
}

async function ask(
  engine: Engine,
  { name, query }: { readonly name: string; readonly query: Query },
): Promise<EngineAnswer> {
  const start = performance.now();
  const found = await engine.find(query.query, { limit: LIMIT });
  const ms = performance.now() - start;
  return {
    set: query.set,
    engine: name,
    query,
    ranks: {
      place: rankOf(query, { found, level: "place" }),
      page: rankOf(query, { found, level: "page" }),
    },
    isEmpty: found.length === 0,
    knowsPlaces: !engine.isOfPages,
    ms,
  };
}

function describeBytes(bytes: number | null): string {
  return bytes === null ? "" : (bytes / 1e6).toFixed(1);
}
