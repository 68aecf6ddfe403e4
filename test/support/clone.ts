import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./command.ts";

const run = promisify(execFile);

/**
 * Copies into an empty folder what a clone of the checkout would contain now, and links the
 * installed packages: the folder as it is after `npm ci`.
 */
export async function cloneCheckout(folder: string): Promise<void> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await run("git", args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  const names = stdout.split("\0").filter((name) => name !== "" && existsSync(join(ROOT, name)));
  for (const name of names) await cp(join(ROOT, name), join(folder, name));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
}
