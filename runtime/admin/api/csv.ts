/** Begins a file of CSV: without it, Excel reads UTF-8 as another encoding. */
export const CSV_START = "\u{feff}";

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
