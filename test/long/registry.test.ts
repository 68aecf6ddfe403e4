import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { DENO } from "../support/command.ts";
import { startRegistry } from "../support/registry.ts";
import { makeFolder, makeTree } from "../support/tree.ts";

const run = promisify(execFile);

const READING = ["--allow-env", "--allow-read=."];
const WRITING = "--allow-write=dist,.docgate-cache";

/** Programs with their arguments, as content/onboarding/install.md has them. */
const WAYS = {
  npx: ["npx", "--yes", "docgate"],
  Deno: [DENO, "run", "--no-prompt", ...READING, WRITING, "npm:docgate"],
} as const;

it.each(Object.entries(WAYS))("%s runs docgate in a folder without it", async (_, way) => {
  const registry = await startRegistry();
  const cwd = await makeTree({ "docs/index.md": "# Start\n" });
  const cache = await makeFolder();
  const env = {
    ...process.env,
    DENO_DIR: join(cache, "deno"),
    npm_config_cache: join(cache, "npm"),
    NPM_CONFIG_REGISTRY: registry,
  };
  const [program, ...args] = way;
  const docgate = (...more: readonly string[]) => run(program, [...args, ...more], { cwd, env });

  expect((await docgate("generate", "docs")).stdout).toMatch(/^1 docs, /);
  expect((await docgate("check", "docs")).stdout).toBe("");
  const { stdout } = await docgate("diff", "dist/corpus.json", "dist/corpus.json");
  expect(stdout).toBe("No difference.\n");
});
