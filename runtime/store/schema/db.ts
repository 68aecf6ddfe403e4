import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's row types
export type Db = Kysely<any>;

/** Makes a column the organization that a row belongs to. */
export function owned<Column extends { notNull(): Column; references(ref: string): Column }>(
  column: Column,
): Column {
  return column.notNull().references("organizations.id");
}
