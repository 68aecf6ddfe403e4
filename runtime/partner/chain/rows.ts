import type { Queries } from "../../store/queries.ts";
import type { AuditEntry, OwnedRow } from "../../store/rows.ts";
import type { Table, Where } from "../../store/table.ts";
import type { Change } from "../change.ts";
import { differences, type Facts, HIDDEN } from "./differences.ts";
import { notFound } from "./rule-error.ts";

/** The methods of a table that are needed here. */
export type RowTable<Row> = Pick<Table<Row>, "find" | "list" | "insert" | "update" | "remove">;

/**
 * A kind of row that administrators create and change.
 *
 * @typeParam Unlogged Fields that the audit log does not compare, such as secrets.
 */
export interface Kind<Row extends OwnedRow, Unlogged extends keyof Row> {
  /** Name in messages: `API key`. */
  readonly noun: string;
  /** Name in the audit log: `apiKey`. */
  readonly resource: string;
  readonly table: (tx: Queries) => RowTable<Row>;
  readonly nameOf: (row: Row) => string;
  /** Returns the fields that the audit log compares. */
  readonly factsOf: (row: Row) => Facts & Record<LoggedField<Row, Unlogged>, Facts[string]>;
}

type LoggedField<Row extends OwnedRow, Unlogged extends keyof Row> = Exclude<
  keyof Row,
  keyof OwnedRow | Unlogged
>;

/** Changes rows of a kind: always within one organization, always with an audit entry. */
export interface Rows<Row extends OwnedRow> {
  /** @throws {RuleError} `not-found` */
  find(change: Change, id: string): Promise<Row>;
  insert(change: Change, row: Row): Promise<Row>;
  save(change: Change, saving: Saving<Row>): Promise<Row>;
  remove(change: Change, row: Row): Promise<void>;
  /** Writes an audit entry about a row that does not change. */
  record(change: Change, entry: RowEntry<Row>): void;
}

export interface Saving<Row> {
  readonly before: Row;
  readonly changed: Partial<Row>;
  /** Action in the audit log. Default: `update`. */
  readonly action?: string;
  /** Names of other changes whose values are not shown. */
  readonly hidden?: readonly string[];
}

export interface RowEntry<Row> {
  readonly action: string;
  readonly row: Row;
  readonly changes?: AuditEntry["changes"];
}

export function rowsOf<Row extends OwnedRow, Unlogged extends keyof Row = never>(
  kind: Kind<Row, Unlogged>,
): Rows<Row> {
  const { noun, resource, table, nameOf, factsOf } = kind;

  function record(change: Change, { action, row, changes = {} }: RowEntry<Row>): void {
    change.record({ action, resource, resourceId: row.id, name: nameOf(row), changes });
  }

  return {
    async find({ tx, organizationId }, id) {
      const row = await table(tx).find({ id, organizationId } as Where<Row>);
      if (!row) throw notFound(noun);
      return row;
    },
    async insert(change, row) {
      await table(change.tx).insert(row);
      record(change, { action: "create", row, changes: differences(null, factsOf(row)) });
      return row;
    },
    async save(change, { before, changed, action = "update", hidden = [] }) {
      const update = { ...changed, updatedAt: change.at };
      await table(change.tx).update({ id: before.id } as Where<Row>, update as Where<Row>);
      const row = { ...before, ...update };
      const unseen = hidden.map((name) => [name, [HIDDEN, HIDDEN]] as const);
      const changes = {
        ...differences(factsOf(before), factsOf(row)),
        ...Object.fromEntries(unseen),
      };
      record(change, { action, row, changes });
      return row;
    },
    async remove(change, row) {
      await table(change.tx).remove({ id: row.id } as Where<Row>);
      record(change, { action: "delete", row, changes: differences(factsOf(row), null) });
    },
    record,
  };
}
