/**
 * Builds the pages for browsers into `dist/web`, unless they exist and are newer than all of their
 * sources.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
const ROOT = join(FOLDER, "../..");
const LAST_WRITTEN = join(ROOT, "dist/web/assets/search.js");

const builtMs = await stat(LAST_WRITTEN).then(
  ({ mtimeMs }) => mtimeMs,
  () => 0,
);
if ((await newestMs()) > builtMs) {
  process.stderr.write("Building the pages for browsers …\n");
  const { build } = await import("vite");
  await build({ configFile: join(FOLDER, "vite.config.ts"), logLevel: "warn" });
  await build({ configFile: join(FOLDER, "search-box/vite.config.ts"), logLevel: "warn" });
}

/** Returns when the newest source was written; removing a file makes its folder newer. */
async function newestMs(): Promise<number> {
  const names = await readdir(FOLDER, { recursive: true });
  // The lock file holds the versions of the bundled libraries.
  const files = [
    join(ROOT, "package-lock.json"),
    FOLDER,
    ...names.map((name) => join(FOLDER, name)),
  ];
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return Math.max(...times);
}
