import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inject, onTestFinished } from "vitest";
import { openStore, type StorePlace } from "../../runtime/store/store.ts";
import { queryPostgres } from "./postgres.ts";
import { TEMPLATE } from "./postgres-setup.ts";

type Row = Record<string, unknown>;

/** The location of a test's store: in the project `postgres` a database, else a file. */
export interface TestPlace extends StorePlace {
  /** A folder that is empty except for the store's file. */
  readonly folder: string;
  /** Runs SQL as another process does. */
  sql(statement: string): Promise<Row[]>;
  /** Returns the whole content, including the engine's own data. */
  contents(): Promise<Buffer>;
  /** Removes the store. */
  remove(): Promise<void>;
}

/** The engine that the tests of this project run on. */
export const ENGINE = inject("postgres") === undefined ? "sqlite" : "postgres";

/** Folder in memory, if the system has one: rules need not wait for a disk. */
const FOLDERS = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Databases with nothing but the schema, to be reused. */
const spare: string[] = [];

/** The file of a store with nothing but the schema: to copy it is quicker than to apply migrations. */
let schemaOnly: Promise<Buffer> | undefined;

async function makeSchemaOnly(): Promise<Buffer> {
  const folder = await mkdtemp(join(FOLDERS, "docgate-store-"));
  const file = join(folder, "docgate.db");
  await (await openStore({ file })).close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

export interface PlaceOptions {
  /** True to leave out even the schema. */
  readonly isBare?: boolean;
}

/** Creates an empty place for the store of one test. */
export async function makeStorePlace(options?: PlaceOptions): Promise<TestPlace> {
  const place = await openStorePlace(options);
  onTestFinished(place.remove);
  return place;
}

/** Creates one for several tests: the caller removes it. */
export async function openStorePlace({ isBare = false }: PlaceOptions = {}): Promise<TestPlace> {
  const folder = await mkdtemp(join(FOLDERS, "docgate-store-"));
  const file = join(folder, "docgate.db");
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const server = inject("postgres");
  if (server === undefined) {
    schemaOnly ??= makeSchemaOnly();
    if (!isBare) await writeFile(file, await schemaOnly, { mode: 0o600 });
    return {
      folder,
      file,
      sql: async (statement) => querySqlite(file, statement),
      contents: () => readAll(folder),
      remove: removeFolder,
    };
  }
  const database = isBare
    ? await createDatabase(server, "template0")
    : (spare.pop() ?? (await createDatabase(server, TEMPLATE)));
  return {
    folder,
    file,
    url: database,
    sql: (statement) => queryPostgres(database, statement),
    contents: () => readTables(database),
    async remove() {
      await removeFolder();
      if (isBare) return;
      await queryPostgres(database, EMPTY);
      spare.push(database);
    },
  };
}

/** Creates a database. @returns its address */
async function createDatabase(server: string, template: string): Promise<string> {
  const name = `test_${randomUUID()}`;
  const statement = `create database "${name}" template ${template} strategy file_copy`;
  await queryPostgres(`${server}postgres`, statement);
  return server + name;
}

async function readAll(folder: string): Promise<Buffer> {
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

async function readTables(url: string): Promise<Buffer> {
  const rows: Row[] = [];
  for (const { tablename } of await queryPostgres(url, TABLES)) {
    rows.push(...(await queryPostgres(url, `select * from "${tablename}"`)));
  }
  return Buffer.from(rows.flatMap(Object.values).join("\n"));
}

const TABLES =
  "select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'";

/** Empties all tables regardless of their references: faster than a new database. */
const EMPTY = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in ${TABLES} loop execute format('delete from %I', name); end loop;
  end $$`;

function querySqlite(file: string, statement: string): Row[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(statement).all() as Row[];
  } finally {
    database.close();
  }
}
