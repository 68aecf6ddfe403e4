import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes the data folder if it is not there, for its owner alone, and hides it from git while it is
 * empty: what comes into it are keys and the store.
 */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length === 0)
    writeFileSync(join(folder, ".gitignore"), "*\n", { mode: 0o600 });
}
