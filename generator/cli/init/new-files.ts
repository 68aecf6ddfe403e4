import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { explainFileError } from "../../../corpus/file-error.ts";
import { isSystemError } from "../../../corpus/system-error.ts";

/** A file to write. */
export interface NewFile {
  /** Its path, relative to the working folder. */
  readonly name: string;
  readonly text: string;
  /** Its content in a few words. */
  readonly about: string;
}

export function isThere({ name }: Pick<NewFile, "name">): boolean {
  return existsSync(resolve(name));
}

/**
 * Writes a file that must not exist yet.
 *
 * @returns false if it exists
 * @throws {DocgateError} `file` if it cannot be written
 */
export async function writeNew({ name, text }: NewFile): Promise<boolean> {
  const file = resolve(name);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST" && existsSync(file)) return false;
    throw explainFileError(error, { use: "write", file: name });
  }
}
