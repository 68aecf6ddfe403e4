import type * as z from "zod";
import { CSV_START, csvLine } from "../../csv.ts";
import { pickFields } from "../../resource.ts";
import type { AdminCall, Answer } from "../../route.ts";
import type { LogKind } from "./log-query.ts";

/** A form in which logs are exported. */
export interface ExportFormat {
  /** The end of the path and of the file's name. */
  readonly extension: "csv" | "ndjson";
  readonly title: string;
  readonly mediaType: string;
  /** The first line, if the form has one. */
  head(fields: readonly string[]): string;
  line(entry: Readonly<Record<string, unknown>>, fields: readonly string[]): string;
}

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  {
    extension: "csv",
    title: "CSV",
    mediaType: "text/csv",
    head: (fields) => CSV_START + csvLine(fields),
    line: (entry, fields) => csvLine(fields.map((field) => entry[field])),
  },
  {
    extension: "ndjson",
    title: "lines of JSON",
    mediaType: "application/x-ndjson",
    head: () => "",
    line: (entry) => `${JSON.stringify(entry)}\n`,
  },
];

/** Number of entries that are read at a time, while the client takes them. */
const PAGE = 500;

interface Export<Row> {
  readonly kind: LogKind<Row>;
  readonly format: ExportFormat;
}

/** Answers with all entries that match, newest first, in a file. */
export function exportLog<Row extends { readonly id: string }>(
  { kind, format }: Export<Row>,
  call: AdminCall,
): Answer {
  const day = new Date(call.platform.now()).toISOString().slice(0, 10);
  const filename = `${kind.name}-${day}.${format.extension}`;
  return {
    status: 200,
    text: linesOf({ kind, format }, call),
    headers: {
      "Content-Type": `${format.mediaType}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${filename}"`,
    },
  };
}

async function* linesOf<Row extends { readonly id: string }>(
  { kind, format }: Export<Row>,
  { platform, caller, query }: AdminCall,
): AsyncGenerator<string> {
  const fields = Object.keys(kind.schema.shape);
  const conditions = kind.conditionsOf(query as z.output<z.ZodObject>);
  let before: string | undefined;
  yield format.head(fields);
  do {
    const rows = await kind.log(platform.store.read).page(caller.admin.organizationId, {
      ...conditions,
      limit: PAGE,
      before,
    });
    const entries = rows.map((row) => pickFields(kind.schema, row) as Record<string, unknown>);
    yield entries.map((entry) => format.line(entry, fields)).join("");
    before = rows.length < PAGE ? undefined : rows.at(-1)!.id;
  } while (before !== undefined);
}
