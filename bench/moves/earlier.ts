import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { copyCommit, type States } from "./states.ts";

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The last commit whose diff did not look for content that moved. */
const COMMIT = "975fc0317c9347ee9bd6e6d093b1558ead1cb9d4";

/** docgate before it looked for moves. */
export interface EarlierDocgate {
  /** Its command. */
  readonly script: string;
  /** Generates the corpora of two trees in its own format. */
  generate(roots: States["roots"]): Promise<States["files"]>;
}

/** Builds docgate as it was before it looked for moves; null in a repository without that commit. */
export async function buildEarlier(work: string): Promise<EarlierDocgate | null> {
  const folder = await copyCommit(COMMIT, { paths: [], work });
  if (folder === null) return null;
  await symlink(MODULES, join(folder, "node_modules"));
  await run("npm", ["run", "build:code"], { cwd: folder });
  const script = join(folder, "dist/docgate.js");
  const config = join(folder, "bench.config.json");
  await writeFile(config, JSON.stringify({ rules: { "frontmatter-syntax": "warn" } }));
  let trees = 0;
  const generate = async ({ before, after }: States["roots"]): Promise<States["files"]> => {
    const number = trees++;
    const make = async (root: string, name: string): Promise<string> => {
      const out = join(folder, `${number}-${name}.json`);
      const args = ["generate", root, "--out", out, "--no-cache", "--config", config];
      await run(process.execPath, [script, ...args], { maxBuffer: 2 ** 26 });
      return out;
    };
    return { before: await make(before, "before"), after: await make(after, "after") };
  };
  return { script, generate };
}
