import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Tells whether a program is on the PATH. */
export async function hasProgram(name: string): Promise<boolean> {
  const found = await promisify(execFile)("sh", ["-c", `command -v ${name}`]).catch(() => null);
  return found !== null;
}

/** @throws {Error} that says how to install a program that is not on the PATH */
export async function requireProgram(name: string, { title }: { title: string }): Promise<void> {
  if (await hasProgram(name)) return;
  throw new Error(
    `"${title}" is measured with ${name}, which is not on the PATH. Install it, for example with ` +
      `"apt-get install ${name}" or "brew install ${name}".`,
  );
}
