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

const lineSchema = z.object({ organizationId: z.string(), sequence: z.int().min(1) });

/** The lines of an export, by organization and number. */
export type ExportedLines = ReadonlyMap<string, ReadonlyMap<number, string>>;

/**
 * Reads the lines of an export.
 *
 * @param file Name in messages.
 * @throws {DocgateError} `setting` if a line is not an audit entry
 */
export async function readExport(
  lines: AsyncIterable<string>,
  file: string,
): Promise<ExportedLines> {
  const byOrganization = new Map<string, Map<number, string>>();
  let number = 0;
  for await (const line of lines) {
    number++;
    const { organizationId, sequence } = parseLine(line, `${file}:${number}`);
    const exported = byOrganization.get(organizationId) ?? new Map<number, string>();
    byOrganization.set(organizationId, exported.set(sequence, line));
  }
  return byOrganization;
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
