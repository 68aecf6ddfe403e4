import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { replaceBy } from "../../corpus/write/replace-file.ts";
import { PathMoves } from "./path-moves.ts";
import type { ChangedText, Plan } from "./plan.ts";

/** Undoes a step. */
type Undo = () => Promise<void>;

/**
 * Writes what a plan says. If anything fails, everything is put back.
 *
 * @param root Location of the docs root.
 * @throws {DocgateError} `file` if a file cannot be written, or was changed since the plan was made
 */
export async function applyPlan({ moves, texts }: Plan, root: string): Promise<void> {
  for (const text of texts) await requireUnchanged(text, root);
  const undos: Undo[] = [];
  try {
    for (const { from, to } of moves) undos.push(await move(join(root, from), join(root, to)));
    const paths = new PathMoves(moves);
    for (const text of texts) {
      undos.push(await write(resolve(root, paths.after(text.path)), text));
    }
  } catch (error) {
    for (const undo of undos.reverse()) await undo();
    throw error;
  }
}

async function requireUnchanged({ path, before }: ChangedText, root: string): Promise<void> {
  const location = resolve(root, path);
  const now = await readFile(location, "utf8").catch((error: unknown) => {
    if (isSystemError(error) && error.code === "ENOENT") return null;
    throw explainFileError(error, { use: "read", file: location });
  });
  if (now === before) return;
  const message = `"${location}" was changed while the move was worked out, so nothing is written. Run the command again.`;
  throw new DocgateError("file", message);
}

async function move(from: string, to: string): Promise<Undo> {
  try {
    const made = await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
    await removeEmpty(dirname(from));
    return async () => {
      await mkdir(dirname(from), { recursive: true });
      await rename(to, from);
      if (made !== undefined) await rm(made, { recursive: true });
    };
  } catch (error) {
    throw explainFileError(error, { use: "write", file: to });
  }
}

/** Removes the folder that a file left if nothing else is in it, as git does. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

async function write(location: string, { before, after }: ChangedText): Promise<Undo> {
  const undo = () => put(location, before);
  await put(location, after);
  return undo;
}

async function put(location: string, text: string | null): Promise<void> {
  if (text === null) {
    await rm(location, { force: true });
    return;
  }
  const mode = await stat(location).then(
    (found) => found.mode,
    () => null,
  );
  if (mode === null) {
    await writeFile(location, text).catch((error: unknown) => {
      throw explainFileError(error, { use: "write", file: location });
    });
    return;
  }
  await replaceBy(location, async (handle) => {
    await handle.chmod(mode);
    await handle.writeFile(text);
  });
}
