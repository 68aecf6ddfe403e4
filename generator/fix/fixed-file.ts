import { readFile, realpath } from "node:fs/promises";
import { DocgateError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import type { Fix, Problem } from "../config/problem.ts";
import { contentKey } from "../read/content-key.ts";
import type { Sources } from "../read/read-tree.ts";
import { applyFixes } from "./apply-fixes.ts";

/** A file of the tree as it was read, with the fixes of its problems. */
export interface FileToFix {
  /** Path relative to the docs root. */
  readonly path: string;
  /** Where it was read from. */
  readonly location: string;
  readonly contentKey: string;
  readonly fixes: readonly Fix[];
}

/** Groups the fixes of problems by file. Problems name files relative to the docs root. */
export function filesToFix(
  problems: readonly Problem[],
  { files, contentKeys, locations }: Pick<Sources, "files" | "contentKeys" | "locations">,
): FileToFix[] {
  const fixesOf = Map.groupBy(
    problems.filter(({ fix }) => fix !== undefined),
    ({ file }) => file,
  );
  return files.flatMap(({ path }, place) => {
    const fixes = fixesOf.get(path)?.map(({ fix }) => fix!);
    if (fixes === undefined) return [];
    return [{ path, location: locations[place]!, contentKey: contentKeys[place]!, fixes }];
  });
}

/** A file's text, before and after its fixes. */
export interface FixedFile {
  readonly before: string;
  readonly after: string;
}

/**
 * Reads a file again and fixes its text.
 *
 * @throws {DocgateError} `file` if it cannot be read, or is not what it was when its problems were
 *   found
 */
export async function fixedFile(file: FileToFix): Promise<FixedFile> {
  const { path, location, fixes } = file;
  try {
    const bytes = await readFile(location);
    const isSame = contentKey({ path, bytes }) === file.contentKey;
    if (!isSame || (await realpath(location)) !== location) throw hasChanged(location);
    const before = bytes.toString();
    return { before, after: applyFixes(before, fixes) };
  } catch (error) {
    throw explainFileError(error, { use: "read", file: location });
  }
}

function hasChanged(location: string): DocgateError {
  const message = `"${location}" was changed while it was checked, so it is left as it is. Run the command again.`;
  return new DocgateError("file", message);
}
