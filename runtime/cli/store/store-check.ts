import { constants } from "node:fs";
import { copyFile, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { explainFileError } from "../../../corpus/file-error.ts";
import { printable } from "../../../corpus/text/printable.ts";
import { verifyAudit } from "../../admin/audit/verify-audit.ts";
import { checkSealed } from "../../partner/secrets/check-sealed.ts";
import { loadMasterKeys, unlock } from "../../partner/secrets/master-key.ts";
import type { Vault } from "../../partner/secrets/vault.ts";
import type { Settings } from "../../serve/settings.ts";
import type { Queries } from "../../store/queries.ts";
import { openStore, type Store } from "../../store/store.ts";
import { importStore } from "../../store/transfer.ts";
import { print } from "../output.ts";

/** The first bytes of a file of SQLite. */
const SQLITE = "SQLite format 3\0";

/** The kinds of rows that are counted, with their names in the plural. */
const COUNTED = [
  ["organizations", "organizations"],
  ["admins", "administrators"],
  ["apiKeys", "API keys"],
  ["clients", "clients"],
  ["certificates", "certificates"],
  ["contracts", "contracts"],
  ["webhooks", "webhooks"],
  ["spaces", "spaces"],
  ["agents", "agents"],
  ["consumers", "consumers"],
  ["notices", "notices"],
] as const satisfies readonly (readonly [keyof Queries, string])[];

/**
 * Checks that a backup can be restored: opens a copy of it, decrypts everything that is encrypted,
 * and verifies the audit log. The backup itself is only read.
 *
 * @returns true if it can
 * @throws {DocgateError} `file` if it cannot be read
 * @throws {DocgateError} `store` if it is damaged, cut off, or from another version of docgate
 * @throws {DocgateError} `wrong-master-key` if it is sealed under another key
 */
export async function printBackupCheck(settings: Settings, backup: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "docgate-check-"));
  const copy = join(folder, "docgate.db");
  try {
    await copyBackup(backup, copy);
    const store = await openStore({ file: copy });
    try {
      return await printReport(store, settings, backup);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw aboutBackup(error, { copy, backup });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a copy of the file, with its write-ahead log if there is one, or imports an export. */
async function copyBackup(backup: string, copy: string): Promise<void> {
  if (!(await isSqlite(backup))) {
    await importStore({ file: copy }, backup);
    return;
  }
  try {
    await copyFile(backup, copy, constants.COPYFILE_FICLONE);
    await copyFile(`${backup}-wal`, `${copy}-wal`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  } catch (error) {
    throw explainFileError(error, { use: "read", file: backup });
  }
}

async function isSqlite(file: string): Promise<boolean> {
  try {
    const handle = await open(file);
    try {
      const { buffer } = await handle.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
      return buffer.toString("latin1") === SQLITE;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explainFileError(error, { use: "read", file });
  }
}

async function printReport(store: Store, settings: Settings, backup: string): Promise<boolean> {
  await store.verify();
  const vault = await openVaultOf(store, { settings, backup });
  const counts = await Promise.all(
    COUNTED.map(async ([table, noun]) => `${await store.read[table].count({})} ${noun}`),
  );
  print(`${backup}: ${counts.join(", ")}`);
  const { kinds, faults } = await checkSealed(store, vault);
  print(`Decrypted: ${kinds.map(({ noun, count }) => `${count} ${noun}`).join(", ")}`);
  for (const fault of faults) print(printable(fault));
  let isGood = faults.length === 0;
  for (const organization of await store.read.organizations.list({})) {
    const report = await verifyAudit(store, organization);
    const name = printable(organization.name);
    for (const fault of report.faults) print(`${name}: ${printable(fault)}`);
    if (report.faults.length > 0) isGood = false;
    else print(`${name}: ${report.entries} audit entries, none missing or changed`);
  }
  print(isGood ? "This backup can be restored." : "Do not rely on this backup.");
  return isGood;
}

async function openVaultOf(
  store: Store,
  { settings, backup }: { readonly settings: Settings; readonly backup: string },
): Promise<Vault> {
  const wrapped = await store.read.installation.rootKey();
  if (wrapped === undefined) {
    const message = `The backup "${backup}" is of a store that has never been used.`;
    throw new DocgateError("store", message);
  }
  return (await unlock(loadMasterKeys(settings), wrapped)).vault;
}

/** Names the backup in place of the copy, which is gone by the time somebody reads the message. */
function aboutBackup(
  error: unknown,
  { copy, backup }: { readonly copy: string; readonly backup: string },
): unknown {
  if (!(error instanceof DocgateError) || !error.message.includes(copy)) return error;
  const message = error.message.replaceAll(copy, backup);
  return new DocgateError(error.code, message, { cause: error });
}
