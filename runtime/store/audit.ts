import type { Kysely } from "kysely";
import { auditLine, hashOfLine } from "./audit-line.ts";
import { createLog, type Log } from "./log.ts";
import type { AuditEntry, AuditHead } from "./rows.ts";
import { tableOf } from "./table.ts";

/** An entry that has no place in the chain yet. */
export type NewAuditEntry = Omit<AuditEntry, "sequence" | "previousHash">;

/**
 * The audit log. The entries of each organization are a chain: each has the hash of the one before,
 * so that none can be changed or removed without a trace.
 */
export interface AuditQueries extends Omit<Log<AuditEntry>, "insert" | "put" | "update"> {
  /** Appends an entry to the chain of its organization. Must be called inside a transaction. */
  append(entry: NewAuditEntry): Promise<void>;
  /** The end of an organization's chain; undefined if it is empty. */
  head(organizationId: string): Promise<AuditHead | undefined>;
  /** Returns entries after a place, oldest first. */
  after(organizationId: string, place: AuditPlace): Promise<readonly AuditEntry[]>;
  /** Counts the rows of an organization that are nowhere in the chain, because of their number. */
  countUnnumbered(organizationId: string): Promise<number>;
  /** Returns the ids of the organizations that entries or ends of chains name, existing or not. */
  organizationIds(): Promise<readonly string[]>;
  /** Removes the entries before a number. */
  removeBefore(organizationId: string, sequence: number): Promise<void>;
  /** Returns the first entry that is not older than a time. */
  firstSince(organizationId: string, at: string): Promise<AuditEntry | undefined>;
}

/** A place in the chain of an organization. */
export interface AuditPlace {
  readonly sequence: number;
  /** Of several entries with this number, which only another program can write, those after this id. */
  readonly id?: string;
  /** Maximum number of entries. */
  readonly limit: number;
}

export function createAudit(database: Kysely<unknown>): AuditQueries {
  const db = database as Kysely<{ audit: AuditEntry; auditHeads: AuditHead }>;
  const log = createLog<AuditEntry>(database, "audit", {
    key: "id",
    time: "at",
    encodings: { changes: "json" },
  });
  const heads = tableOf<AuditHead>(database, "auditHeads", { key: "organizationId" });
  const inOrder = (organizationId: string) =>
    db
      .selectFrom("audit")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .orderBy("sequence")
      .orderBy("id");

  /** Also what another program wrote into the column of JSON: no entry has a text there. */
  function decode(row: AuditEntry): AuditEntry {
    try {
      return log.decode({ ...row });
    } catch (error) {
      if (error instanceof SyntaxError) return row;
      throw error;
    }
  }

  return {
    ...log,
    async append(entry) {
      const { organizationId } = entry;
      const head = await heads.find({ organizationId });
      const sequence = (head?.sequence ?? 0) + 1;
      const row = { ...entry, sequence, previousHash: head?.hash ?? null };
      await log.insert(row);
      const hash = hashOfLine(auditLine(row));
      await heads.put({ organizationId, sequence, hash }, ["organizationId"]);
    },
    head: (organizationId) => heads.find({ organizationId }),
    async after(organizationId, { sequence, id, limit }) {
      const rows = await inOrder(organizationId)
        .where((where) =>
          id === undefined
            ? where("sequence", ">", sequence)
            : where(where.refTuple("sequence", "id"), ">", where.tuple(sequence, id)),
        )
        .limit(limit)
        .execute();
      return rows.map(decode);
    },
    async countUnnumbered(organizationId) {
      const { count } = await db
        .selectFrom("audit")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("organizationId", "=", organizationId)
        .where((where) => where.or([where("sequence", "is", null), where("sequence", "<", 1)]))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async organizationIds() {
      const rows = await db
        .selectFrom("audit")
        .select("organizationId")
        .union(db.selectFrom("auditHeads").select("organizationId"))
        .execute();
      return rows.map(({ organizationId }) => organizationId);
    },
    async removeBefore(organizationId, sequence) {
      await db
        .deleteFrom("audit")
        .where("organizationId", "=", organizationId)
        .where("sequence", "<", sequence)
        .execute();
    },
    async firstSince(organizationId, at) {
      const row = await inOrder(organizationId).where("at", ">=", at).limit(1).executeTakeFirst();
      return row && log.decode(row);
    },
  };
}
