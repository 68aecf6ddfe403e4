import * as z from "zod";
import type { Platform } from "../../partner/platform.ts";
import type { Answer } from "./route.ts";

/** Begins a file of CSV: without it, Excel reads UTF-8 as another encoding. */
export const CSV_START = "\u{feff}";

interface CsvFile {
  readonly platform: Pick<Platform, "now">;
  /** The fields of the columns. */
  readonly fields: readonly string[];
  readonly items: readonly object[];
  /** The beginning of the file's name; the day follows. */
  readonly name: string;
}

/** Answers with a file: a line with the names of the fields, and one for each item. */
export function csvAnswer({ platform, fields, items, name }: CsvFile): Answer {
  const day = new Date(platform.now()).toISOString().slice(0, 10);
  return {
    status: 200,
    text: linesOf({ fields, items }),
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
    },
  };
}

async function* linesOf({
  fields,
  items,
}: Pick<CsvFile, "fields" | "items">): AsyncGenerator<string> {
  yield CSV_START + csvLine(fields);
  for (const item of items) {
    yield csvLine(fields.map((field) => (item as Record<string, unknown>)[field]));
  }
}

/** Describes such an answer. */
export const csvResponse = {
  description: "A file",
  body: z.string(),
  mediaType: "text/csv",
  headers: z.object({ "Content-Disposition": z.string() }),
} as const;

/**
 * Writes one line of CSV (RFC 4180).
 *
 * @example
 * csvLine(["Shop, north", 204]); // '"Shop, north",204\r\n'
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const guarded = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A line of CSV that cannot be read. */
export interface CsvFault {
  /** Its number, from 1. */
  readonly line: number;
  readonly message: string;
}

/** A record of a file of CSV. */
export interface CsvRecord {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV (RFC 4180), with any line ends. Empty lines are left out.
 *
 * @returns the records, or the first fault
 */
export function parseCsv(text: string): readonly CsvRecord[] | CsvFault {
  const records: CsvRecord[] = [];
  let [position, line] = [0, 1];
  while (position < text.length) {
    const start = line;
    const cells: string[] = [];
    for (;;) {
      CELL.lastIndex = position;
      const { quoted, plain, end } = CELL.exec(text)?.groups ?? {};
      if (end === undefined) {
        return {
          line: start,
          message: "A quotation mark is not closed, or is in the middle of a cell.",
        };
      }
      cells.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
      line += text.slice(position, CELL.lastIndex).match(/\r\n|\r|\n/g)?.length ?? 0;
      position = CELL.lastIndex;
      if (end !== ",") break;
    }
    if (cells.length > 1 || cells[0] !== "") records.push({ line: start, cells });
  }
  return records;
}

/** A cell, in quotation marks or not, with what ends it. */
const CELL = /(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",\r\n]*))(?<end>,|\r\n|\r|\n|$)/y;

/** Tells whether a spreadsheet would compute a text instead of showing it. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text);
}
