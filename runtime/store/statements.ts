import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";
import { LRUCache } from "lru-cache";

export type RunStatement<Row> = (
  /** Names the statement, without its values. */
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
) => Promise<QueryResult<Row>>;

/** A statement that is built, and the names of its columns: stored, and in rows. */
interface Statement {
  readonly compiled: CompiledQuery;
  columns?: readonly (readonly [stored: string, name: string])[];
}

type Stored = Readonly<Record<string, unknown>>;

const MAX_SHAPES = 1000;

/** The statements of each database by shape. */
const SHAPES = new WeakMap<object, LRUCache<string, Statement>>();

/**
 * Runs statements that are built once for each shape and handed to the connection as they are:
 * building one takes longer than running it, and so do Kysely's executor and plugins (`npm run bench
 * -- --chain`, writes).
 */
export function statementsOf<Row>(db: Kysely<unknown>): RunStatement<Row> {
  const executor = db.getExecutor();
  // Transactions have it from their database.
  const { adapter } = executor;
  const known = SHAPES.get(adapter) ?? new LRUCache({ max: MAX_SHAPES });
  SHAPES.set(adapter, known);

  function prepare(shape: string, { parameters, build }: Unprepared<Row>): Statement {
    const compiled = build().compile();
    if (compiled.parameters.length !== parameters.length) {
      throw new TypeError(`The statement "${compiled.sql}" needs its parameters in their order.`);
    }
    const statement = { compiled };
    known.set(shape, statement);
    return statement;
  }

  return async (shape, parameters, build) => {
    const statement = known.get(shape) ?? prepare(shape, { parameters, build });
    const query = { ...statement.compiled, parameters };
    const result = await executor.provideConnection((connection) =>
      connection.executeQuery<Stored>(query),
    );
    return { ...result, rows: renamed<Row>(statement, result.rows) };
  };
}

interface Unprepared<Row> {
  readonly parameters: readonly unknown[];
  readonly build: () => Compilable<Row>;
}

/** Gives the columns of rows their names in camel case. */
function renamed<Row>(statement: Statement, rows: readonly Stored[]): Row[] {
  const [first] = rows;
  if (first === undefined) return [];
  statement.columns ??= Object.keys(first).map((stored) => [stored, inCamelCase(stored)]);
  const { columns } = statement;
  return rows.map((stored) => {
    const row: Record<string, unknown> = {};
    for (const [from, to] of columns) row[to] = stored[from];
    return row as Row;
  });
}

function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
