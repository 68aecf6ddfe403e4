import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The command as published, once `buildDocgate` has run. */
export const DOCGATE = fileURLToPath(new URL("../../dist/docgate.js", import.meta.url));

/** A checkout of docgate. */
export interface Checkout {
  /** Its column in tables. */
  readonly name: string;
  /** Its command, compiled. */
  readonly docgate: string;
}

/** This checkout. */
export const NOW: Checkout = { name: "now", docgate: DOCGATE };

/**
 * Compiles docgate, so that no measurement includes type stripping.
 *
 * @param root the checkout, with its packages installed
 */
export async function buildDocgate(root = ROOT): Promise<string> {
  await promisify(execFile)("npm", ["run", "build:code"], { cwd: root });
  return join(root, "dist/docgate.js");
}

/** Returns the help text of a docgate command. */
export async function helpOf(command: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, [DOCGATE, command, "--help"])).stdout;
}

/**
 * Generates a corpus without measuring it.
 *
 * @param options.config A configuration file. Default: none.
 * @param options.docgate The command of a checkout. Default: of this one.
 */
export async function generateCorpus(
  root: string,
  { out, config, docgate = DOCGATE }: { out: string; config?: string; docgate?: string },
): Promise<void> {
  const args = [docgate, "generate", root, "--out", out, "--no-cache"];
  // An earlier checkout prints hundreds of megabytes about a chain of redirects.
  await promisify(execFile)(process.execPath, config ? [...args, "--config", config] : args, {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
}
