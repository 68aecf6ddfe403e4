import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { isInNoText, type Table, type TableOptions, tableOf } from "./table.ts";

/** Narrows a log; a condition that is left out holds for every entry. */
export interface LogFilter<Row> {
  /** The texts that a column may have, as stored. */
  readonly values?: { readonly [Column in keyof Row]?: readonly string[] | undefined };
  /** Only entries of this time and later, in ISO 8601. */
  readonly since?: string | undefined;
  /** Only entries before this time, in ISO 8601. */
  readonly until?: string | undefined;
}

export interface PageOptions<Row> extends LogFilter<Row> {
  /** Maximum number of entries. */
  readonly limit: number;
  /** Only entries older than the one with this id. */
  readonly before?: string | undefined;
}

/** Append-only entries, each with an id in order of time. */
export interface Log<Row> extends Table<Row> {
  /** Newest first; null for the entries that belong to no organization. */
  page(organizationId: string | null, options: PageOptions<Row>): Promise<Row[]>;
  /** The first different texts in a column, as stored, in ascending order. */
  distinct(organizationId: string, column: keyof Row & string): Promise<string[]>;
}

interface Entry {
  readonly id: string;
  readonly organizationId: string | null;
}

type LogOptions<Row> = TableOptions<Row> & {
  /** The column with the time of an entry. */
  readonly time: string;
};

/** Maximum number of texts that {@link Log.distinct} gives. */
const MOST_DISTINCT = 200;

// biome-ignore lint/suspicious/noExplicitAny: the table's name is a value, see table.ts
type Query = SelectQueryBuilder<any, any, any>;

export function createLog<Row extends Entry>(
  // biome-ignore lint/suspicious/noExplicitAny: see above
  db: Kysely<any>,
  name: string,
  options: LogOptions<Row>,
): Log<Row> {
  const { time } = options;
  const table = tableOf<Row>(db, name, options);

  /** Gives the newest entries with one text in each column, which an index can find in order. */
  function newest(organizationId: string | null, texts: Texts, page: PageOptions<Row>): Query {
    const { limit, before, since, until } = page;
    let query: Query = db
      .selectFrom(name)
      .selectAll()
      .where("organizationId", organizationId === null ? "is" : "=", organizationId)
      .orderBy("id", "desc")
      .limit(limit);
    for (const [column, text] of texts) query = query.where(column, "=", text);
    if (before !== undefined) query = query.where("id", "<", before);
    // The ids bound how many entries are read.
    if (since !== undefined) {
      query = query.where(time, ">=", since).where("id", ">=", idAt(since, -CLOCK_SLACK_MS));
    }
    if (until !== undefined) {
      query = query.where(time, "<", until).where("id", "<", idAt(until, CLOCK_SLACK_MS));
    }
    return query;
  }

  return {
    ...table,
    async page(organizationId, page) {
      if (isInNoText(page.before)) return [];
      const [first, ...others] = combinations(page.values ?? {}).map((texts) =>
        newest(organizationId, texts, page),
      );
      if (!first) return [];
      const part = (query: Query) => db.selectFrom(query.as("part")).selectAll();
      const query = others.length === 0 ? first : others.map(part).reduce(unionAll, part(first));
      const rows = await query.orderBy("id", "desc").limit(page.limit).execute();
      return rows.map((row) => table.decode(row));
    },
    async distinct(organizationId, column) {
      const owned = sql`organization_id = ${organizationId}`;
      const [from, text] = [sql.table(name), sql.ref(column)];
      // Leaps from each text to the next one in the index, over all entries with the same text.
      const { rows } = await sql<{ text: string }>`
        with recursive found(text) as (
          select min(${text}) from ${from} where ${owned}
          union all
          select (select min(${text}) from ${from} where ${owned} and ${text} > found.text)
          from found where found.text is not null
        )
        select text from found where text is not null limit ${MOST_DISTINCT}`.execute(db);
      return rows.map((row) => row.text);
    },
  };
}

/** One text for each column. */
type Texts = readonly (readonly [column: string, text: string])[];

/** Gives each way to choose one of the texts of each column. */
function combinations(values: { readonly [column: string]: readonly string[] | undefined }) {
  return Object.entries(values).reduce<readonly Texts[]>(
    (chosen, [column, texts]) =>
      texts === undefined
        ? chosen
        : chosen.flatMap((before) =>
            texts
              .filter((text) => !isInNoText(text))
              .map((text): Texts => [...before, [column, text]]),
          ),
    [[]],
  );
}

function unionAll(one: Query, other: Query): Query {
  return one.unionAll(other);
}

/** How much the time in an id may differ from that of its entry, because clocks are set. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/** Returns the least id of a time: it begins with 48 bits of milliseconds (RFC 9562 §5.7). */
function idAt(time: string, shiftMs: number): string {
  const digits = Math.max(0, Date.parse(time) + shiftMs)
    .toString(16)
    .padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
