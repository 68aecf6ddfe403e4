import { readFile, stat } from "node:fs/promises";
import { DocgateError } from "../../../corpus/error.ts";
import { explainFileError } from "../../../corpus/file-error.ts";

/** Maximum size of a file of the site, unless its kind allows for more. */
export const MAX_DATA_BYTES = 1_048_576;

/** A file of the site. */
export interface SiteFile {
  /** Where it is read from. */
  readonly location: string;
  /** How messages name it. */
  readonly name: string;
}

/** A text of a file of the site. */
export interface SiteText {
  /** How messages name its file. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file of the site as text, without its byte order mark.
 *
 * @param maxBytes Default: 1 MiB.
 * @throws {DocgateError} `file` if it cannot be read, `setting` if it is too large or not UTF-8
 */
export async function readText(
  { location, name }: SiteFile,
  maxBytes: number = MAX_DATA_BYTES,
): Promise<SiteText> {
  try {
    const { size } = await stat(location);
    if (size > maxBytes) throw tooLarge(name, maxBytes);
    return { name, text: decoded(await readFile(location), name) };
  } catch (error) {
    throw explainFileError(error, { use: "read", file: name });
  }
}

function tooLarge(name: string, maxBytes: number): DocgateError {
  const message = `"${name}" is larger than ${maxBytes} bytes, the most that docgate reads of a site's own file.`;
  return new DocgateError("setting", message);
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DocgateError("setting", `"${name}" is not UTF-8: save it in this encoding.`);
  }
}

/** A mistake in a file. */
interface Fault {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns an error for a mistake at a place of a file. */
export function faultAt({ name, line, column, message }: Fault): DocgateError {
  const sentence = message.replace(/\.$/, "");
  return new DocgateError("setting", `${name}:${line}:${column}: ${sentence}.`);
}
