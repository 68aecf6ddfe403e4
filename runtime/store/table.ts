import type { Kysely } from "kysely";
import { conflictOf } from "./errors.ts";
import { identifier, type StoredRow, statementsOf } from "./statements.ts";

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
  /** Converts a row from the engine in place, for statements made elsewhere. */
  decode(stored: StoredRow): Row;
}

/** How a column is stored: booleans as 0 and 1, lists and objects as JSON. */
export type Encoding = "boolean" | "json";

/** The encoding of each column that is not stored as it is. */
export type Encodings<Row> = {
  readonly [Column in keyof Row as Row[Column] extends string | number | null
    ? never
    : Column]: Row[Column] extends boolean ? "boolean" : "json";
};

export type TableOptions<Row> = {
  readonly key: keyof Row & string;
} & (keyof Encodings<Row> extends never ? unknown : { readonly encodings: Encodings<Row> });

/** Creates a table's statements, inside or outside of a transaction. */
export function tableOf<Row extends object>(
  db: Kysely<unknown>,
  name: string,
  { key, encodings = {} }: TableOptions<Row> & { readonly encodings?: object },
): Table<Row> {
  const { encode, decode } = codecOf<Row>(encodings as Readonly<Record<string, Encoding>>);
  const run = statementsOf(db);
  const table = identifier(name);

  async function rowsOf(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    return (await run(text, parameters)).rows.map(decode);
  }

  return {
    async insert(row) {
      const { text, values } = insertion(table, encode(row));
      await conflicts(run(text, values));
    },
    async put(row, columns) {
      const { text, names, values } = insertion(table, encode(row));
      const replaced = names.map((column) => `${column} = excluded.${column}`);
      const conflict = `on conflict (${columns.map(identifier)}) do update set ${replaced}`;
      await conflicts(run(`${text} ${conflict}`, values));
    },
    async find(where) {
      const { condition, parameters } = matching(encode(where));
      return (await rowsOf(`select * from ${table} ${condition} limit 1`, parameters))[0];
    },
    list(where, order = key) {
      const { condition, parameters } = matching(encode(where));
      const text = `select * from ${table} ${condition} order by ${identifier(order)}`;
      return rowsOf(text, parameters);
    },
    async count(where) {
      const { condition, parameters } = matching(encode(where));
      const { rows } = await run(`select count(*) as count from ${table} ${condition}`, parameters);
      return Number(rows[0]!.count);
    },
    async update(where, change) {
      const { condition, parameters } = matching(encode(where));
      const values = encode(change);
      const changes = Object.keys(values).map((column) => `${identifier(column)} = ?`);
      const text = `update ${table} set ${changes} ${condition}`;
      const result = await conflicts(run(text, [...Object.values(values), ...parameters]));
      return Number(result.numAffectedRows);
    },
    remove(where) {
      const { condition, parameters } = matching(encode(where));
      return rowsOf(`delete from ${table} ${condition} returning *`, parameters);
    },
    decode,
  };
}

/** Converts rows to what is stored, and back. */
function codecOf<Row extends object>(encodings: Readonly<Record<string, Encoding>>) {
  const encoded = Object.entries(encodings);
  return {
    encode(row: Where<Row>): StoredRow {
      const stored: StoredRow = {};
      for (const [column, value] of Object.entries(row)) {
        if (value === undefined) continue;
        const encoding = encodings[column];
        stored[column] =
          encoding === "json"
            ? JSON.stringify(value)
            : encoding === "boolean"
              ? Number(value)
              : value;
      }
      return stored;
    },
    decode(stored: StoredRow): Row {
      for (const [column, encoding] of encoded) {
        const value = stored[column];
        stored[column] = encoding === "boolean" ? value === 1 : JSON.parse(value as string);
      }
      return stored as Row;
    },
  };
}

function insertion(table: string, row: StoredRow) {
  const names = Object.keys(row).map(identifier);
  const values = Object.values(row);
  const text = `insert into ${table} (${names}) values (${values.map(() => "?")})`;
  return { text, names, values };
}

/** The condition that columns have these values. */
function matching(values: StoredRow) {
  const columns = Object.entries(values);
  const isCompared = ([, value]: [string, unknown]) => value !== null && !isInNoText(value);
  const tests = columns.map(([column, value]) => {
    if (isInNoText(value)) return "1 = 0";
    return `${identifier(column)} ${value === null ? "is null" : "= ?"}`;
  });
  return {
    condition: tests.length === 0 ? "" : `where ${tests.join(" and ")}`,
    parameters: columns.filter(isCompared).map(([, value]) => value),
  };
}

/** No text in the store contains U+0000, and PostgreSQL rejects even a query with it. */
export function isInNoText(value: unknown): boolean {
  return typeof value === "string" && value.includes("\0");
}

/** Converts the engine's uniqueness errors to conflicts. */
async function conflicts<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    throw conflictOf(error) ?? error;
  }
}
