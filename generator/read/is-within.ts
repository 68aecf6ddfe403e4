import { sep } from "node:path";

/** @returns whether an absolute path is a folder's, or leads below it */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
