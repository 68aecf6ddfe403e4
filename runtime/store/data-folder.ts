import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Creates the data folder if it does not exist, readable by its owner only. Hides an empty one from
 * git, because it will contain keys and the store.
 */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length === 0)
    writeFileSync(join(folder, ".gitignore"), "*\n", { mode: 0o600 });
}
