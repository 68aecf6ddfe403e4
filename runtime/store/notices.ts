import type { Kysely } from "kysely";
import { createLog, type Log, type PageOptions } from "./log.ts";
import type { Notice } from "./rows.ts";

export interface NoticePage extends PageOptions<Notice> {
  /** Only notices of this kind; empty for those without kinds. */
  readonly kind?: string | undefined;
}

export interface NoticeQueries extends Log<Notice> {
  /** Newest first. */
  page(organizationId: string | null, options: NoticePage): Promise<Notice[]>;
  /** Returns pending notices whose lease ends outside of a time span, or that have no lease. */
  leftBehind(span: { readonly from: string; readonly to: string }): Promise<readonly Lease[]>;
}

export type Lease = Pick<Notice, "id" | "leaseUntil">;

interface Schema {
  notices: Lease & Pick<Notice, "state">;
}

export function createNotices(database: Kysely<unknown>): NoticeQueries {
  const db = database as Kysely<Schema>;
  const log = createLog<Notice>(database, "notices", {
    key: "id",
    time: "createdAt",
    encodings: { kinds: "json" },
  });
  return {
    ...log,
    async page(organizationId, { kind, ...options }) {
      if (kind === undefined) return log.page(organizationId, options);
      // Few of the possible lists of kinds occur.
      const lists = organizationId === null ? [] : await log.distinct(organizationId, "kinds");
      const kinds = lists.filter((list) => isOfKind(JSON.parse(list), kind));
      return log.page(organizationId, { ...options, values: { ...options.values, kinds } });
    },
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

function isOfKind(kinds: readonly string[], kind: string): boolean {
  return kind === "" ? kinds.length === 0 : kinds.includes(kind);
}
