import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { explainFileError } from "../../../corpus/file-error.ts";
import type { CorpusFile } from "../../../corpus/schema.ts";
import { folderOf, MANIFEST } from "../../../corpus/static/layout.ts";
import { type StaticFile, staticFiles } from "../../../corpus/static/write-static.ts";
import { replaceFile } from "../../../corpus/write/replace-file.ts";

/** Name of the search in the exported folder; the search box imports it. */
const CLIENT = "search.js";

interface ExportStaticOptions {
  /** The exported folder. */
  readonly dir: string;
  /** The folder of the built pages. */
  readonly web: string;
}

/**
 * Writes the static form of a corpus into a folder. Files of the corpus are in their own folder,
 * which appears as a whole; the manifest, which names it, is replaced last. The files of the corpus
 * that was exported before are then removed.
 *
 * @returns the number of files and their size in bytes
 * @throws {DocgateError} `file` if the folder cannot be written; what was exported before is then
 *   unchanged
 */
export async function exportStatic(
  corpus: CorpusFile,
  { dir, web }: ExportStaticOptions,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const client = await readClient(join(web, "static", CLIENT));
  const before = await exportedFolder(dir);
  const folder = folderOf(corpus.sha256);
  const making = join(dir, `.${folder}`);
  const tops: StaticFile[] = [{ name: CLIENT, bytes: client }];
  let files = 0;
  let bytes = 0;
  try {
    await rm(making, { recursive: true, force: true });
    for (const file of staticFiles(corpus)) {
      files++;
      bytes += file.bytes.length;
      if (file.name.startsWith(`${folder}/`))
        await writeNew(join(dir, `.${file.name}`), file.bytes);
      else tops.push(file);
    }
    await rm(join(dir, folder), { recursive: true, force: true });
    await rename(making, join(dir, folder));
  } catch (error) {
    throw explainFileError(error, { use: "write", file: dir });
  }
  for (const { name, bytes: content } of tops) await replaceFile(join(dir, name), content);
  if (before !== null && before !== folder) {
    await rm(join(dir, before), { recursive: true, force: true });
  }
  return { files: files + 1, bytes: bytes + client.length };
}

async function readClient(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const message = `There is no "${file}", which is part of the static form. Run "npm run build:web" first.`;
    throw new DocgateError("file", message);
  }
}

/** Returns the folder that an earlier export made; null if there is none. */
async function exportedFolder(dir: string): Promise<string | null> {
  const text = await readFile(join(dir, MANIFEST), "utf8").catch(() => "");
  return /"folder":"([0-9a-f]{16})"/.exec(text)?.[1] ?? null;
}

async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
