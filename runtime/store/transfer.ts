import { type FileHandle, open } from "node:fs/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { DocgateError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import { replaceBy } from "../../corpus/write/replace-file.ts";
import { MIGRATIONS } from "./schema/migrations.ts";
import { backUpSqlite } from "./sqlite.ts";
import { expectStore, kyselyOf, openDatabase, type StorePlace } from "./store.ts";

/** Version of the file format, not of the schema. */
const FORMAT = 1;
const PAGE = 500;

/** Mode of files with the contents of a store: only the owner may read them. */
const FOR_OWNER = { mode: 0o600 };

/** All tables with their keys, each after the tables that it refers to. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  installation: ["id"],
  signingKeys: ["kid"],
  noticeKeys: ["kid"],
  organizations: ["id"],
  admins: ["id"],
  adminNetworks: ["adminId", "networkHash"],
  adminSessions: ["idHash"],
  adminTokens: ["id"],
  totpSecrets: ["adminId"],
  recoveryCodes: ["codeHash"],
  passkeys: ["id"],
  usedSteps: ["id"],
  identityProviders: ["organizationId"],
  providerDomains: ["organizationId", "domain"],
  ownedDomains: ["domain"],
  identities: ["adminId"],
  invitations: ["id"],
  clients: ["id"],
  certificates: ["id"],
  contracts: ["id"],
  webhooks: ["id"],
  apiKeys: ["id"],
  partnerLinks: ["apiKeyId"],
  spaces: ["id"],
  agents: ["id"],
  contractSpaces: ["contractId", "spaceId"],
  consumers: ["id"],
  certificateCodes: ["apiKeyId"],
  challenges: ["idHash"],
  refreshTokens: ["tokenHash"],
  knownNetworks: ["consumerId", "networkHash"],
  setupLinks: ["tokenHash"],
  budgets: ["name"],
  idempotentCreates: ["adminId", "key"],
  notices: ["id"],
  audit: ["id"],
  auditHeads: ["organizationId"],
  servedKeys: ["apiKeyId"],
  refusals: ["id"],
  partnerCalls: ["id"],
  keyCalls: ["apiKeyId", "period", "start", "endpoint", "outcome"],
};

type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the tables are given by name
type Db = Kysely<any>;

/** The first line of an export. The last one is {@link Trailer}, all others are `[table, row]`. */
interface Header {
  readonly docgate: "store";
  readonly format: number;
  readonly migrations: readonly string[];
}

/** Without it, an export is incomplete. */
interface Trailer {
  readonly rows: number;
}

const HEADER: Header = {
  docgate: "store",
  format: FORMAT,
  migrations: Object.keys(MIGRATIONS).sort(),
};

/**
 * Writes a consistent copy of a whole store to a file of JSON lines with mode 0600. Secrets are
 * exported as stored: hashed, or encrypted under the master key.
 *
 * @returns the number of rows
 * @throws {DocgateError} `store` if there is no store, or it cannot be opened
 * @throws {DocgateError} `file` if the file cannot be written
 */
export async function exportStore(place: StorePlace, file: string): Promise<number> {
  await expectStore(place);
  const { engine, writer } = await openDatabase(place);
  const reader = kyselyOf(engine.reader);
  try {
    const snapshot = reader
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only");
    return await replaceBy(
      file,
      (handle) => snapshot.execute((tx) => writeRows(tx, handle)),
      FOR_OWNER,
    );
  } finally {
    await reader.destroy();
    await writer.destroy();
    await engine.close();
  }
}

async function writeRows(tx: Db, handle: FileHandle): Promise<number> {
  let count = 0;
  await handle.write(line(HEADER));
  for (const table of Object.keys(TABLES)) {
    for await (const page of pagesOf(tx, table)) {
      count += page.length;
      await handle.write(page.map((row) => line([table, row])).join(""));
    }
  }
  await handle.write(line({ rows: count } satisfies Trailer));
  return count;
}

async function* pagesOf(tx: Db, table: string): AsyncGenerator<readonly Row[]> {
  const key = TABLES[table]!;
  const first = key
    .reduce((query, column) => query.orderBy(column), tx.selectFrom(table).selectAll())
    .limit(PAGE);
  let page: readonly Row[] = await first.execute();
  while (page.length > 0) {
    yield page;
    const last = page.at(-1)!;
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const values = sql.join(key.map((column) => last[column]));
    page = await first.where(sql<boolean>`(${columns}) > (${values})`).execute();
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Reads an export into an empty store: all of it, or nothing.
 *
 * @returns the number of rows
 * @throws {DocgateError} `store` if the store is not empty, or the file is not an export of this
 *   version
 * @throws {DocgateError} `file` if the file cannot be read
 */
export async function importStore(place: StorePlace, file: string): Promise<number> {
  try {
    return await importFrom(await open(file), { place, file });
  } catch (error) {
    throw explainFileError(error, { use: "read", file });
  }
}

interface ImportOptions {
  readonly place: StorePlace;
  readonly file: string;
}

async function importFrom(handle: FileHandle, { place, file }: ImportOptions): Promise<number> {
  try {
    const { engine, writer } = await openDatabase(place);
    try {
      return await writer.transaction().execute(async (tx) => {
        await engine.lock(tx);
        await expectEmpty(tx, engine.place);
        return readRows(tx, { file, lines: handle.readLines() });
      });
    } finally {
      await writer.destroy();
      await engine.close();
    }
  } finally {
    await handle.close();
  }
}

async function expectEmpty(tx: Db, place: string): Promise<void> {
  for (const table of Object.keys(TABLES)) {
    const rows = await tx.selectFrom(table).selectAll().limit(1).execute();
    if (rows.length === 0) continue;
    throw new DocgateError("store", `The store "${place}" is not empty: import into a new one.`);
  }
}

interface Source {
  readonly file: string;
  readonly lines: AsyncIterable<string>;
}

async function readRows(tx: Transaction<unknown>, { file, lines }: Source): Promise<number> {
  let number = 0;
  let count = 0;
  let trailer: Trailer | undefined;
  let batch: { readonly table: string; readonly rows: Row[] } | undefined;

  async function flush(): Promise<void> {
    if (batch) await (tx as Db).insertInto(batch.table).values(batch.rows).execute();
    batch = undefined;
  }

  for await (const text of lines) {
    number += 1;
    const value = parse(text, `${file}:${number}`);
    if (number === 1) {
      checkHeader(value as Partial<Header> | null, file);
    } else if (Array.isArray(value) && !trailer && Object.hasOwn(TABLES, value[0])) {
      const [table, row] = value as [string, Row];
      if (batch?.table !== table || batch.rows.length === PAGE) await flush();
      batch ??= { table, rows: [] };
      batch.rows.push(row);
      count += 1;
    } else {
      trailer = value as Trailer;
    }
  }
  await flush();
  if (trailer?.rows === count) return count;
  throw new DocgateError("store", `The export "${file}" is incomplete: export the store again.`);
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DocgateError("store", `${where} is not a line of an export: export the store again.`);
  }
}

function checkHeader(header: Partial<Header> | null, file: string): void {
  if (header?.docgate !== "store" || !Array.isArray(header.migrations)) {
    throw new DocgateError("store", `"${file}" is not an export of a store.`);
  }
  const isOurs = header.format === FORMAT && isSame(header.migrations, HEADER.migrations);
  if (isOurs) return;
  throw new DocgateError(
    "store",
    `The export "${file}" comes from another version of docgate (its schema is at ` +
      `"${header.migrations.at(-1)}", that of this one at "${HEADER.migrations.at(-1)}"). ` +
      "Import it with that version, then upgrade.",
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Writes a consistent copy of the embedded store, even while others write to it.
 *
 * @throws {DocgateError} `store` if there is no store
 */
export async function backUpStore({ file, url }: StorePlace, target: string): Promise<void> {
  if (url !== undefined) {
    throw new DocgateError(
      "store",
      'The store is in PostgreSQL: back it up with pg_dump, or with "docgate store export".',
    );
  }
  await expectStore({ file });
  await replaceBy(target, (_, temporary) => backUpSqlite(file, temporary), FOR_OWNER);
}
