import * as z from "zod";
import { DocgateError } from "../../../corpus/error.ts";
import { auditLine } from "../../store/audit-line.ts";
import type { Organization } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { auditEntries } from "./entries.ts";

interface ExportOptions {
  readonly organizations: readonly Organization[];
  /** Leaves out entries before this time, ISO 8601 in UTC. */
  readonly since?: string | undefined;
}

/** Returns the lines of audit logs, one organization after the other, oldest entries first. */
export async function* auditLines(
  store: Store,
  { organizations, since = "" }: ExportOptions,
): AsyncGenerator<string> {
  for (const { id: organizationId } of organizations) {
    for await (const entry of auditEntries(store, { organizationId })) {
      if (entry.at >= since) yield auditLine(entry);
    }
  }
}

const lineSchema = z.object({
  organizationId: z.string(),
  sequence: z.int().min(1),
  resource: z.string(),
  name: z.string(),
});

/** The part of an export that belongs to one organization. */
export interface ExportedLog {
  /** By the number of the entry. */
  readonly lines: ReadonlyMap<number, string>;
  /** In the last entry about the organization itself, if the export has one. */
  readonly organizationName: string | undefined;
}

interface GrowingLog extends ExportedLog {
  readonly lines: Map<number, string>;
  organizationName: string | undefined;
}

/** By the id of the organization. */
export type ExportedLogs = ReadonlyMap<string, ExportedLog>;

/**
 * Reads the lines of an export.
 *
 * @param file Name in messages.
 * @throws {DocgateError} `setting` if a line is not an audit entry, or two differ in spite of the
 *   same number
 */
export async function readExport(
  lines: AsyncIterable<string>,
  file: string,
): Promise<ExportedLogs> {
  const logs = new Map<string, GrowingLog>();
  let number = 0;
  for await (const line of lines) {
    number++;
    const where = `${file}:${number}`;
    const { organizationId, sequence, resource, name } = parseLine(line, where);
    const log: GrowingLog = logs.get(organizationId) ?? {
      lines: new Map(),
      organizationName: undefined,
    };
    if ((log.lines.get(sequence) ?? line) !== line) throw differs(where, sequence);
    log.lines.set(sequence, line);
    if (resource === "organization") log.organizationName = name;
    logs.set(organizationId, log);
  }
  return logs;
}

function differs(where: string, sequence: number): DocgateError {
  const message = `${where} is not the same as an earlier line with the number ${sequence}.`;
  return new DocgateError("setting", message);
}

function parseLine(line: string, where: string): z.output<typeof lineSchema> {
  const parsed = lineSchema.safeParse(parseJson(line));
  if (parsed.success) return parsed.data;
  const message = `${where} is not an audit entry. Expected a line of "docgate audit export".`;
  throw new DocgateError("setting", message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Anything that is not JSON is not an entry either.
    return null;
  }
}
