import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { DENO } from "../support/command.ts";
import { startRegistry } from "../support/registry.ts";
import { makeFolder, makeTree } from "../support/tree.ts";

const run = promisify(execFile);

/** Programs with their arguments, as in content/onboarding/install.md. */
const WAYS = {
  npx: () => ["npx", "--yes", "docgate"],
  Deno: (cache: string) => {
    const permissions = ["--allow-env", `--allow-read=.,${cache}`];
    const writing = "--allow-write=dist,.docgate-cache";
    return [DENO, "run", "--no-prompt", ...permissions, writing, "npm:docgate"];
  },
};

it.each(Object.entries(WAYS))("%s runs docgate in a folder without it", async (_, way) => {
  const registry = await startRegistry();
  const cwd = await makeTree({ "docs/index.md": "# Start\n" });
  const cache = await makeFolder();
  const env = {
    ...process.env,
    DENO_DIR: cache,
    npm_config_cache: join(cache, "npm"),
    NPM_CONFIG_REGISTRY: registry,
  };
  const [program, ...args] = way(cache);
  const docgate = (...more: readonly string[]) => run(program!, [...args, ...more], { cwd, env });

  expect((await docgate("generate", "docs")).stdout).toMatch(/^1 docs, /);
  expect((await docgate("check", "docs")).stdout).toBe("");
  const { stdout } = await docgate("diff", "dist/corpus.json", "dist/corpus.json");
  expect(stdout).toBe("No difference.\n");
});
