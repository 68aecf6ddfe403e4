import { type Kysely, sql } from "kysely";
import { conflictOf } from "./errors.ts";

/** Values that columns must equal; null matches columns without a value, undefined is ignored. */
export type Where<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** The rows of one kind. Every call is one statement. */
export interface Table<Row> {
  /** @throws {ConflictError} if a value that must be unique already exists */
  insert(row: Row): Promise<void>;
  /** Inserts a row, or replaces the row with the same values in these columns. */
  put(row: Row, columns: readonly (keyof Row & string)[]): Promise<void>;
  find(where: Where<Row>): Promise<Row | undefined>;
  /** In ascending order of a column. Default: the primary key. */
  list(where: Where<Row>, order?: keyof Row & string): Promise<Row[]>;
  count(where: Where<Row>): Promise<number>;
  /**
   * @returns the number of changed rows, so that one of several concurrent callers wins
   * @throws {ConflictError}
   */
  update(where: Where<Row>, change: Where<Row>): Promise<number>;
  /** @returns the removed rows, so that one of several concurrent callers wins */
  remove(where: Where<Row>): Promise<Row[]>;
  /** Converts a row from the engine, for statements made elsewhere. */
  decode(stored: Readonly<Record<string, unknown>>): Row;
}

export interface TableOptions<Row> {
  readonly key: keyof Row & string;
  /** Columns stored as 0 and 1. */
  readonly booleans?: readonly (keyof Row & string)[];
  /** Columns stored as JSON text. */
  readonly json?: readonly (keyof Row & string)[];
}

// Kysely's types require literal table names; here the name is a value, and Row is the type.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Db = Kysely<any>;
type Stored = Record<string, unknown>;

/** Creates a table's statements, inside or outside of a transaction. */
export function tableOf<Row extends object>(
  db: Db,
  name: string,
  { key, booleans = [], json = [] }: TableOptions<Row>,
): Table<Row> {
  function encode(row: Where<Row>): Stored {
    const stored: Stored = {};
    for (const [column, value] of Object.entries(row)) {
      if (value === undefined) continue;
      stored[column] = (json as readonly string[]).includes(column) ? JSON.stringify(value) : value;
      if (typeof value === "boolean") stored[column] = value ? 1 : 0;
    }
    return stored;
  }

  function decode(stored: Readonly<Stored>): Row {
    const row: Stored = { ...stored };
    for (const column of booleans) row[column] = row[column] === 1;
    for (const column of json) row[column] = JSON.parse(row[column] as string);
    return row as Row;
  }

  function matching(where: Where<Row>) {
    const columns = Object.entries(encode(where));
    return sql<boolean>`${sql.join(
      columns.length === 0
        ? [sql`1 = 1`]
        : columns.map(([column, value]) => isEqual(column, value)),
      sql` and `,
    )}`;
  }

  return {
    async insert(row) {
      await conflicts(() => db.insertInto(name).values(encode(row)).execute());
    },
    async put(row, columns) {
      const values = encode(row);
      await conflicts(() =>
        db
          .insertInto(name)
          .values(values)
          .onConflict((conflict) => conflict.columns(columns).doUpdateSet(values))
          .execute(),
      );
    },
    async find(where) {
      const row = await db
        .selectFrom(name)
        .selectAll()
        .where(matching(where))
        .limit(1)
        .executeTakeFirst();
      return row && decode(row);
    },
    async list(where, order = key) {
      const rows = await db
        .selectFrom(name)
        .selectAll()
        .where(matching(where))
        .orderBy(order)
        .execute();
      return rows.map(decode);
    },
    async count(where) {
      const row = await db
        .selectFrom(name)
        .select(({ fn }) => fn.countAll().as("count"))
        .where(matching(where))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async update(where, change) {
      const result = await conflicts(() =>
        db.updateTable(name).set(encode(change)).where(matching(where)).executeTakeFirst(),
      );
      return Number(result.numUpdatedRows);
    },
    async remove(where) {
      const rows = await db.deleteFrom(name).where(matching(where)).returningAll().execute();
      return rows.map(decode);
    },
    decode,
  };
}

function isEqual(column: string, value: unknown) {
  if (value === null) return sql`${sql.ref(column)} is null`;
  if (isInNoText(value)) return sql`1 = 0`;
  return sql`${sql.ref(column)} = ${value}`;
}

/** No text in the store contains U+0000, and PostgreSQL rejects even a query with it. */
export function isInNoText(value: unknown): boolean {
  return typeof value === "string" && value.includes("\0");
}

/** Runs a statement, and converts the engine's uniqueness errors to conflicts. */
async function conflicts<Result>(statement: () => Promise<Result>): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    throw conflictOf(error) ?? error;
  }
}
