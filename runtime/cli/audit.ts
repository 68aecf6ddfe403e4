import { open } from "node:fs/promises";
import { explainFileError } from "../../corpus/file-error.ts";
import { printable } from "../../corpus/text/printable.ts";
import { findOrganization } from "../admin/accounts/find-organization.ts";
import { auditLines, type ExportedLogs, readExport } from "../admin/audit/export-audit.ts";
import {
  type AuditReport,
  findLostOrganizations,
  verifyAudit,
} from "../admin/audit/verify-audit.ts";
import { storePlace } from "../partner/open.ts";
import type { Settings } from "../serve/settings.ts";
import type { Organization } from "../store/rows.ts";
import { expectStore, openStore, type Store } from "../store/store.ts";
import { print, printChunks } from "./output.ts";

interface LogOptions {
  /** Name of the only organization. */
  readonly org: string | undefined;
}

/**
 * Verifies the audit logs and prints what was found.
 *
 * @returns true if all are intact
 * @throws {DocgateError} `setting` if a line of the earlier export is not an audit entry
 */
export async function printVerification(
  settings: Settings,
  { org, file }: LogOptions & { readonly file: string | undefined },
): Promise<boolean> {
  const exported: ExportedLogs = file === undefined ? new Map() : await readExportFile(file);
  return withStore(settings, async (store) => {
    const lost = await findLostOrganizations(store, exported);
    for (const fault of lost) print(printable(fault));
    let isIntact = lost.length === 0;
    const organizations = await organizationsOf(store, org);
    if (organizations.length === 0) print("The store has no organization, and so no log.");
    for (const organization of organizations) {
      const report = await verifyAudit(store, organization, exported.get(organization.id));
      printReport(report);
      if (report.faults.length > 0) isIntact = false;
    }
    return isIntact;
  });
}

/** Prints the entries as lines of JSON. */
export async function printExport(
  settings: Settings,
  { org, since }: LogOptions & { readonly since: string | undefined },
): Promise<void> {
  await withStore(settings, async (store) => {
    const organizations = await organizationsOf(store, org);
    const lines = auditLines(store, { organizations, since });
    await printChunks(withNewlines(lines));
  });
}

async function withStore<Result>(
  settings: Settings,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const place = storePlace(settings);
  await expectStore(place);
  const store = await openStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function organizationsOf(
  store: Store,
  name: string | undefined,
): Promise<readonly Organization[]> {
  if (name !== undefined) return [await findOrganization(store, name)];
  return store.read.organizations.list({});
}

/** Maximum number of faults that are printed of one log. */
const MOST_FAULTS = 10;

function printReport({ organization, entries, first, hash, faults }: AuditReport): void {
  const name = printable(organization);
  for (const fault of faults.slice(0, MOST_FAULTS)) print(`${name}: ${printable(fault)}`);
  const more = faults.length - MOST_FAULTS;
  if (more > 0) print(`${name}: ${more} more like these.`);
  if (faults.length > 0) return;
  const noun = entries === 1 ? "entry" : "entries";
  const end = hash ? `; last hash ${hash}` : "";
  const old = first === 1 ? "" : `; entries before ${first} were removed because of their age`;
  print(`${name}: ${entries} ${noun}, none missing or changed${end}${old}`);
}

async function readExportFile(file: string): Promise<ExportedLogs> {
  const handle = await open(file).catch((error: unknown) => {
    throw explainFileError(error, { use: "read", file });
  });
  return readExport(handle.readLines(), printable(file));
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
