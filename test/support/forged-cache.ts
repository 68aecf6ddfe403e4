import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Bytes after the list of a pack: its SHA-256 and its size. */
const TRAILER_BYTES = 38;

interface Forgery {
  readonly text: string;
  /** As long as the text. */
  readonly by: string;
}

/** Replaces a text in the list of a pack of the cache, and makes its hash right again. */
export async function forgePack(pack: string, { text, by }: Forgery): Promise<void> {
  const bytes = await readFile(pack);
  const list = bytes.subarray(bytes.lastIndexOf('{"files":'), -TRAILER_BYTES);
  list.write(by, list.indexOf(text));
  bytes.set(createHash("sha256").update(list).digest(), bytes.length - TRAILER_BYTES);
  await writeFile(pack, bytes);
}

/** Changes the JSON in the only file of that name in a cache, and makes its hash right again. */
export async function forgeJson(
  cacheDir: string,
  { name, change }: { readonly name: string; readonly change: (json: string) => string },
): Promise<void> {
  const names = await readdir(cacheDir, { recursive: true });
  const file = join(cacheDir, names.find((each) => each.endsWith(name))!);
  const json = change((await readFile(file, "utf8")).split("\n")[1]!);
  await writeFile(file, `${createHash("sha256").update(json).digest("hex")}\n${json}`);
}
