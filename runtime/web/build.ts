/**
 * Builds the pages for browsers into `dist/web`, unless they exist and are newer than all of their
 * sources.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
const ROOT = join(FOLDER, "../..");
const LAST_WRITTEN = join(ROOT, "dist/web/static/search.js");
/** The pages, and the search that the static form has in common with the server. */
const SOURCES = [FOLDER, join(ROOT, "corpus")];
/** The lock file holds the versions of the bundled libraries. */
const LOCK_FILE = join(ROOT, "package-lock.json");

const builtMs = await stat(LAST_WRITTEN).then(
  ({ mtimeMs }) => mtimeMs,
  () => 0,
);
if ((await newestMs()) > builtMs) {
  process.stderr.write("Building the pages for browsers …\n");
  const { build } = await import("vite");
  await build({ configFile: join(FOLDER, "vite.config.ts"), logLevel: "warn" });
  await build({ configFile: join(FOLDER, "search-box/vite.config.ts"), logLevel: "warn" });
  await build({ configFile: join(FOLDER, "static-search/vite.config.ts"), logLevel: "warn" });
}

/** Returns when the newest source was written; removing a file makes its folder newer. */
async function newestMs(): Promise<number> {
  const files = [LOCK_FILE, ...SOURCES];
  for (const folder of SOURCES) {
    const names = await readdir(folder, { recursive: true });
    files.push(...names.map((name) => join(folder, name)));
  }
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return Math.max(...times);
}
