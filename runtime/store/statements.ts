import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";
import { LRUCache } from "lru-cache";

export type RunStatement<Row> = (
  /** Names the statement, without its values. */
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
) => Promise<QueryResult<Row>>;

const MAX_SHAPES = 1000;

/** The statements of each database by shape. */
const SHAPES = new WeakMap<object, LRUCache<string, CompiledQuery>>();

/**
 * Runs statements that are built once for each shape, because building one takes longer than
 * running it (`npm run bench -- --chain`, writes).
 */
export function statementsOf<Row>(db: Kysely<unknown>): RunStatement<Row> {
  // Transactions have it from their database.
  const { adapter } = db.getExecutor();
  const known = SHAPES.get(adapter) ?? new LRUCache({ max: MAX_SHAPES });
  SHAPES.set(adapter, known);
  return (shape, parameters, build) => {
    const before = known.get(shape) as CompiledQuery<Row> | undefined;
    if (before) return db.executeQuery({ ...before, parameters });
    const compiled = build().compile();
    if (compiled.parameters.length !== parameters.length) {
      throw new TypeError(`The statement "${compiled.sql}" needs its parameters in their order.`);
    }
    known.set(shape, compiled);
    return db.executeQuery(compiled);
  };
}
