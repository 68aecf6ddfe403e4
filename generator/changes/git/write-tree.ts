import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, posix } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { isSystemError } from "../../../corpus/system-error.ts";
import { runGit } from "./commits.ts";

/** A file of a commit. */
interface TreeFile {
  readonly path: string;
  readonly hash: string;
  readonly isLink: boolean;
  /** In bytes. */
  readonly size: number;
}

/** Files whose names are all that counts: they are written without their content. */
const ONLY_NAMES =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|mp[34]|webm|mov|ogg|wav|pdf|zip|t?gz|bz2|xz|7z|jar|exe|dll|so|wasm|woff2?|ttf|otf|eot|psd)$/i;
const MAX_BYTES = 67_108_864;
/** Bytes of files that are read from git at a time. */
const BATCH_BYTES = 67_108_864;

/**
 * Writes the files of a commit into an empty folder, from the objects of the repository: no hook and no
 * filter runs. Names that could lead out of the folder are left out.
 *
 * @throws {DocgateError} `file` if the repository lacks objects of the commit
 */
export async function writeTree(
  hash: string,
  { checkout, folder }: { readonly checkout: string; readonly folder: string },
): Promise<void> {
  const files = listFiles(hash, checkout).filter(({ path }) => isSafe(path));
  const wanted = files.filter(isRead);
  for (const file of files)
    if (!isRead(file)) await write(join(folder, file.path), Buffer.alloc(0));
  const links: (readonly [path: string, target: string])[] = [];
  for (const batch of batchesOf(wanted)) {
    const contents = readObjects(batch, checkout);
    for (const [at, { path, isLink }] of batch.entries()) {
      if (isLink) links.push([path, contents[at]!.toString()]);
      else await write(join(folder, path), contents[at]!);
    }
  }
  // Last, so that nothing is written through one.
  for (const [path, target] of links) await writeLink(path, { target, folder });
}

function listFiles(hash: string, checkout: string): TreeFile[] {
  const list = runGit(["ls-tree", "-r", "-z", "-l", "--full-tree", hash], checkout);
  if (list === null) throw incomplete(hash);
  return list
    .toString()
    .split("\0")
    .flatMap((line): TreeFile[] => {
      const [, mode, blob, size, path] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
      if (path === undefined) return [];
      return [{ path, hash: blob!, isLink: mode === "120000", size: Number(size) }];
    });
}

/** Tells whether a path names a file in the folder, and none that a program could run or trust. */
function isSafe(path: string): boolean {
  return path.split("/").every((name) => !/^(?:|\.{1,2}|\.git)$|[\\\0:]/i.test(name));
}

function isRead({ path, isLink, size }: TreeFile): boolean {
  return isLink || (!ONLY_NAMES.test(path) && size <= MAX_BYTES);
}

function batchesOf(files: readonly TreeFile[]): TreeFile[][] {
  const batches: TreeFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    if (batches.length === 0 || bytes + file.size > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(file);
    bytes += file.size;
  }
  return batches;
}

/** Reads objects: each is a line with its size, its bytes, and a line feed. */
function readObjects(files: readonly TreeFile[], checkout: string): Buffer[] {
  const input = files.map(({ hash }) => `${hash}\n`).join("");
  const output = runGit(["cat-file", "--batch"], checkout, { input });
  if (output === null) throw incomplete(files[0]!.hash);
  let at = 0;
  return files.map(({ hash }) => {
    const lineEnd = output.indexOf("\n", at);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString("latin1", at, lineEnd)) ?? [];
    if (size === undefined) throw incomplete(hash);
    const start = lineEnd + 1;
    at = start + Number(size) + 1;
    return output.subarray(start, at - 1);
  });
}

function incomplete(hash: string): DocgateError {
  return new DocgateError("file", `The repository lacks the object ${hash}: fetch it first.`);
}

async function write(location: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(location), { recursive: true });
  // Two names may be one on a file system that does not tell letter cases apart: the first counts.
  await writeFile(location, content, { flag: "wx" }).catch(ignoreExisting);
}

/** Writes a symbolic link, unless it leads out of the folder. */
async function writeLink(
  path: string,
  { target, folder }: { readonly target: string; readonly folder: string },
): Promise<void> {
  const leads = posix.join(posix.dirname(path), target);
  if (isAbsolute(target) || /[\\\0]/.test(target) || leads.startsWith("..")) return;
  const location = join(folder, path);
  await mkdir(dirname(location), { recursive: true });
  await symlink(target, location).catch(ignoreExisting);
}

function ignoreExisting(error: unknown): void {
  if (!isSystemError(error) || error.code !== "EEXIST") throw error;
}
