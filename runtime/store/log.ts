import type { Kysely } from "kysely";
import { isInNoText, type Table, tableOf } from "./table.ts";

export interface PageOptions {
  /** Maximum number of entries. */
  readonly limit: number;
  /** Only entries older than the one with this id. */
  readonly before?: string | undefined;
  readonly apiKeyId?: string | undefined;
}

/** Append-only entries, each with an id in order of time. */
export interface Log<Row> extends Table<Row> {
  /** Newest first. */
  page(organizationId: string, options: PageOptions): Promise<Row[]>;
}

interface Entry {
  readonly id: string;
  readonly organizationId: string;
}

export function createLog<Row extends Entry>(
  // biome-ignore lint/suspicious/noExplicitAny: the table's name is a value, see table.ts
  db: Kysely<any>,
  name: string,
  json: readonly (keyof Row & string)[],
): Log<Row> {
  const table = tableOf<Row>(db, name, { key: "id", json });
  return {
    ...table,
    async page(organizationId, { limit, before, apiKeyId }) {
      if (isInNoText(before) || isInNoText(apiKeyId)) return [];
      let query = db
        .selectFrom(name)
        .selectAll()
        .where("organizationId", "=", organizationId)
        .orderBy("id", "desc")
        .limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      if (apiKeyId !== undefined) query = query.where("apiKeyId", "=", apiKeyId);
      return (await query.execute()).map((row) => table.decode(row));
    },
  };
}
