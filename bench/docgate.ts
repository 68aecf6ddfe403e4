import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The command as it is published, once `buildDocgate` has run. */
export const DOCGATE = fileURLToPath(new URL("../dist/docgate.js", import.meta.url));

/** Compiles docgate, so that no measurement includes the stripping of types. */
export async function buildDocgate(): Promise<void> {
  await promisify(execFile)("npm", ["run", "build:code"], { cwd: ROOT });
}

/** What a command of docgate says about itself. */
export async function helpOf(command: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, [DOCGATE, command, "--help"])).stdout;
}

/**
 * Generates a corpus without measuring it.
 *
 * @param options.config A configuration file. Default: none.
 */
export async function generateCorpus(
  root: string,
  { out, config }: { out: string; config?: string },
): Promise<void> {
  const args = [DOCGATE, "generate", root, "--out", out, "--no-cache"];
  await promisify(execFile)(process.execPath, config ? [...args, "--config", config] : args, {
    maxBuffer: 2 ** 26,
  });
}
