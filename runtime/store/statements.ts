import { CompiledQuery, type Kysely, type QueryResult } from "kysely";

/** Values by the names of columns. */
export type StoredRow = Record<string, unknown>;

/** Runs a statement that has a `?` for each parameter. The columns of rows are in camel case. */
export type RunStatement = (
  text: string,
  parameters: readonly unknown[],
) => Promise<QueryResult<StoredRow>>;

/**
 * Runs statements that are texts already: Kysely's builders, compiler and plugins take longer than
 * SQLite takes to run one (`npm run bench -- --chain`, writes).
 */
export function statementsOf(db: Kysely<unknown>): RunStatement {
  const executor = db.getExecutor();
  return async (text, parameters) => {
    const query = CompiledQuery.raw(text, [...parameters]);
    const { rows, ...result } = await executor.provideConnection((connection) =>
      connection.executeQuery<StoredRow>(query),
    );
    return { ...result, rows: inCamelCase(rows) };
  };
}

function inCamelCase(rows: readonly StoredRow[]): StoredRow[] {
  const columns = Object.keys(rows[0] ?? {}).map(
    (column) => [column, toCamelCase(column)] as const,
  );
  return rows.map((stored) => {
    const row: StoredRow = {};
    for (const [column, name] of columns) row[name] = stored[column];
    return row;
  });
}

const toCamelCase = remembered((column) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);

/** Returns the quoted name of a table or column in SQL. */
export const identifier = remembered((name) => {
  if (!/^[a-z]+$/i.test(name)) throw new TypeError(`"${name}" is not the name of a column.`);
  return `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
});

/** Converts each name once: there are as many as the schema has. */
function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const converted = known.get(name);
    if (converted !== undefined) return converted;
    known.set(name, convert(name));
    return known.get(name)!;
  };
}
