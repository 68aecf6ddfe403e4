import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";

type Row = Record<string, unknown>;

/** Returns the path of the store in a data folder. */
export function fileOf(data: string): string {
  return join(data, "docgate.db");
}

/** Reads the store as another process does, even while a server works on it. */
export function readStore(data: string, sql: string): Row[] {
  return withStore(data, (database) => database.prepare(sql).all() as Row[]);
}

/** Writes to the store without the knowledge of the server that works on it. */
export function writeStore(data: string, sql: string): void {
  withStore(data, (database) => database.exec(sql));
}

/** Works on the store through a separate connection. */
export function withStore<Result>(data: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(fileOf(data));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Expects that the file is intact, and that the served row of each key is up to date. */
export function expectWhole(data: string): void {
  expect(readStore(data, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(readStore(data, "PRAGMA foreign_key_check")).toEqual([]);
  expect(readStore(data, UNLIKE_SERVED)).toEqual([]);
}

const UNLIKE_SERVED = `
  SELECT api_keys.id FROM api_keys LEFT JOIN served_keys ON served_keys.api_key_id = api_keys.id
  WHERE served_keys.api_key_id IS NULL
    OR served_keys.key_hash <> api_keys.key_hash
    OR served_keys.client_id IS NOT api_keys.client_id
    OR served_keys.certificate_id IS NOT api_keys.certificate_id
    OR served_keys.contract_id IS NOT api_keys.contract_id
    OR served_keys.webhook_id IS NOT api_keys.webhook_id`;

/** Overwrites the first page of a table. */
export function damageTable(data: string, table: string): void {
  const { page, size } = withStore(data, (database) => ({
    page: database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)!
      .rootpage as number,
    size: database.prepare("PRAGMA page_size").get()!.page_size as number,
  }));
  overwrite(fileOf(data), (page - 1) * size);
}

export function overwrite(file: string, position: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(512, 0xa5), 0, 512, position);
  closeSync(handle);
}
