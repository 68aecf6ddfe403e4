import { type FileHandle, stat } from "node:fs/promises";
import { DocgateError, hasCode } from "../../corpus/error.ts";
import { replaceBy } from "../../corpus/write/replace-file.ts";
import { type FileToFix, fixedFile } from "./fixed-file.ts";

/** The outcome of writing fixes. */
export interface WrittenFixes {
  readonly written: readonly FileToFix[];
  /** Why files were left as they are, as sentences. */
  readonly failures: readonly string[];
}

/** Writes fixes to their files. A file that cannot be written is left as it is. */
export async function writeFixes(files: readonly FileToFix[]): Promise<WrittenFixes> {
  const written: FileToFix[] = [];
  const failures: string[] = [];
  for (const file of files) {
    try {
      await writeFixed(file);
      written.push(file);
    } catch (error) {
      if (!hasCode(error, "file")) throw error;
      failures.push(error.message);
    }
  }
  return { written, failures };
}

/** The bits of a mode by which someone may write. */
const WRITABLE = 0o222;

async function writeFixed(file: FileToFix): Promise<void> {
  const { after } = await fixedFile(file);
  const { mode, uid, gid } = await stat(file.location);
  if ((mode & WRITABLE) === 0) {
    const message = `Cannot write "${file.location}": the file is read-only. Make it writable.`;
    throw new DocgateError("file", message);
  }
  await replaceBy(file.location, async (handle) => {
    await keepOwner(handle, { uid, gid });
    await handle.chmod(mode);
    await handle.writeFile(after);
  });
}

/** Gives a new file the old one's owner, as only root may. */
async function keepOwner(
  handle: FileHandle,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const made = await handle.stat();
  if (made.uid === 0 && uid !== 0) await handle.chown(uid, gid);
}
