import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "./tree.ts";

const run = promisify(execFile);

/**
 * Builds a site of Next.js in a new folder, with the packages that it names, from npm.
 *
 * @returns the folder of its pages
 */
export async function buildNextSite(
  site: string,
  options: readonly string[] = [],
): Promise<string> {
  const folder = await makeFolder();
  await cp(site, folder, { recursive: true });
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", install, { cwd: folder });
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await run("npx", ["next", "build", ...options], { cwd: folder, env });
  return join(folder, "out");
}
