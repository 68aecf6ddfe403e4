import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DocgateError } from "./error.ts";
import { isSystemError } from "./system-error.ts";

/** An operation on a file. */
export interface FileUse {
  readonly use: "read" | "write";
  readonly file: string;
}

/**
 * Explains a file system error in words. The message names the requested file, not a temporary one
 * that was to replace it.
 *
 * @returns a `file` error; any other error unchanged
 */
export function explainFileError(error: unknown, target: FileUse): unknown {
  const reason = fileReason(error, target);
  if (reason === undefined) return error;
  const message = `Cannot ${target.use} "${target.file}": ${reason}`;
  return new DocgateError("file", message, { cause: error });
}

/** Explains why a corpus file cannot be read. @returns any other error unchanged */
export function explainUnreadable(error: unknown, file: string): unknown {
  // Node.js throws a RangeError for a file that does not fit in memory.
  if (!isSystemError(error) && !(error instanceof RangeError)) return error;
  const reason = fileReason(error, { use: "read", file }) ?? `${error.message}.`;
  return new DocgateError("corpus-unreadable", `Cannot read corpus "${file}": ${reason}`, {
    cause: error,
  });
}

/**
 * Explains what a file system error means and what to do. @returns undefined for any other error
 */
export function fileReason(error: unknown, target: FileUse): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  return REASONS[code]?.(target);
}

const REASONS: Readonly<Record<string, (target: FileUse) => string>> = {
  ENOENT: missingFile,
  ENOTDIR: fileInTheWay,
  // Creating a folder there failed.
  EEXIST: fileInTheWay,
  EISDIR: () => "it is a folder. Name a file.",
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: () => "its file system is read-only. Name another place.",
  ENOSPC: () => "the disk is full. Free space on it, or name another place.",
  EDQUOT: () => "the user who runs docgate has no room left on the disk. Free space on it.",
  ENAMETOOLONG: () => "the name is too long. Name another file.",
};

function missingFile({ use, file }: FileUse): string {
  if (use === "read") return "no such file.";
  const folder = dirname(file);
  return existsSync(folder)
    ? `no file can be made in the folder "${folder}". Name another place.`
    : `the folder "${folder}" does not exist. Make it, or name another place.`;
}

function fileInTheWay({ file }: FileUse): string {
  let path = dirname(file);
  while (!existsSync(path)) path = dirname(path);
  return `"${path}" is a file, not a folder. Name another place.`;
}

function notAllowed({ use }: FileUse): string {
  return `the user who runs docgate may not ${use} there. Give that user the right, or name another place.`;
}
