import { join } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { fileAt } from "../data/files/find-files.ts";
import { pathFrom } from "../data/path-from.ts";
import { readData } from "../data/read-data.ts";
import type { AstroFile } from "./astro-file.ts";

interface AliasOptions {
  readonly includeRoot: string;
  readonly top: string;
}

/** Returns what imports may begin with: the project's folder as `/`, and the `paths` of `tsconfig.json`. */
export async function readImportAliases(
  { folder }: Pick<AstroFile, "folder">,
  { includeRoot, top }: AliasOptions,
): Promise<Record<string, string>> {
  const { baseUrl, paths } = await readCompilerOptions(folder, top);
  const base = typeof baseUrl === "string" ? join(folder, baseUrl) : folder;
  const aliases = Object.entries(isObject(paths) ? paths : {}).flatMap(([start, targets]) => {
    const [target] = Array.isArray(targets) ? targets : [];
    const isFolder = start.endsWith("/*") && typeof target === "string" && target.endsWith("/*");
    return isFolder
      ? [[start.slice(0, -1), pathFrom(includeRoot, join(base, target.slice(0, -1)))]]
      : [];
  });
  return { ...Object.fromEntries(aliases), "/": pathFrom(includeRoot, folder) };
}

/** Returns the options of `tsconfig.json`; those that it inherits are not read. */
async function readCompilerOptions(
  folder: string,
  top: string,
): Promise<Readonly<Record<string, unknown>>> {
  const file = fileAt(join(folder, "tsconfig.json"), top);
  try {
    const data = file === null ? null : await readData(file);
    const options = isObject(data) ? data.compilerOptions : null;
    return isObject(options) ? options : {};
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
