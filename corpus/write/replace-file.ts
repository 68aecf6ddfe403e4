import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { explainFileError } from "../file-error.ts";
import { removeAbandoned, temporaryFor } from "./temporary.ts";

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, never a part.
 *
 * The bytes go to a temporary file next to it, are flushed to disk and renamed over it. Missing
 * folders are created. A temporary file that another writer left an hour ago is removed.
 *
 * @throws {DocgateError} `file` if it cannot be written; the old file is then unchanged
 *
 * @example
 * import { replaceFile } from "docgate/generator";
 *
 * await replaceFile("dist/pages.txt", Buffer.from("guide/first\n"));
 */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await makeFolderOf(file);
  await replaceBy(file, (handle) => handle.writeFile(bytes));
}

/** Creates the folder of a file that is to be written. */
export async function makeFolderOf(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw explainFileError(error, { use: "write", file });
  }
}

/**
 * Replaces a file in the same way with what a function writes to the temporary one, through its
 * handle or its path. The folder must exist.
 *
 * @param mode Mode of the new file. Default: 0666 without the process's mask.
 * @returns the result of `write`
 * @throws {DocgateError} `file` if it cannot be written, or the error of `write`; the old file is
 *   then unchanged
 */
export async function replaceBy<Result>(
  file: string,
  write: WriteTemporary<Result>,
  { mode }: { readonly mode?: number } = {},
): Promise<Result> {
  const hidden = `.${basename(file)}`;
  try {
    const result = await replaceThrough(temporaryFor(join(dirname(file), hidden)), {
      file,
      write,
      mode,
    });
    removeAbandoned(file, (name) => name === hidden);
    return result;
  } catch (error) {
    throw explainFileError(error, { use: "write", file });
  }
}

type WriteTemporary<Result> = (handle: FileHandle, temporary: string) => Promise<Result>;

interface ReplaceOptions<Result> {
  readonly file: string;
  readonly write: WriteTemporary<Result>;
  readonly mode: number | undefined;
}

async function replaceThrough<Result>(
  temporary: string,
  { file, write, mode }: ReplaceOptions<Result>,
): Promise<Result> {
  const handle = await open(temporary, "wx", mode);
  try {
    const result = await writeAndSync(handle, () => write(handle, temporary));
    await rename(temporary, file);
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAndSync<Result>(
  handle: FileHandle,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write();
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}
