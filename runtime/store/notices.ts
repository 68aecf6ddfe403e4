import type { Kysely } from "kysely";
import { createLog, type Log } from "./log.ts";
import type { Notice } from "./rows.ts";

export interface NoticeQueries extends Log<Notice> {
  /** Returns pending notices whose lease ends outside of a time span, or that have no lease. */
  leftBehind(span: { readonly from: string; readonly to: string }): Promise<readonly Lease[]>;
}

export type Lease = Pick<Notice, "id" | "leaseUntil">;

interface Schema {
  notices: Lease & Pick<Notice, "state">;
}

export function createNotices(database: Kysely<unknown>): NoticeQueries {
  const db = database as Kysely<Schema>;
  return {
    ...createLog<Notice>(database, "notices", ["kinds"]),
    leftBehind: ({ from, to }) =>
      db
        .selectFrom("notices")
        .select(["id", "leaseUntil"])
        .where("state", "=", "pending")
        .where(({ or, eb }) =>
          or([
            eb("leaseUntil", "is", null),
            eb("leaseUntil", "<=", from),
            eb("leaseUntil", ">", to),
          ]),
        )
        .execute(),
  };
}
