import { sep } from "node:path";

/** @returns true if an absolute path is a folder's own, or below it */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
