import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { makeFolder } from "../support/tree.ts";

const run = promisify(execFile);
const DENO = join(ROOT, "node_modules/.bin/deno");

/** The permissions that the tasks name are all that the command has here. */
describe("deno task docgate", () => {
  it("checks docgate's own documentation, which has no problem", async () => {
    const { stdout } = await run(DENO, ["task", "docgate", "check", "content"], { cwd: ROOT });

    expect(stdout).toBe("");
  });

  // The permission is for the folder itself, not for another that it is a link to.
  it.skipIf(lstatSync(join(ROOT, "node_modules")).isSymbolicLink())(
    "may load the native parser",
    async () => {
      const args = ["task", "docgate", "check", "content", "--parser", "satteri"];

      expect((await run(DENO, args, { cwd: ROOT })).stdout).toBe("");
    },
  );

  it("generates, with a cache and threads", async () => {
    const folder = await makeFolder();
    const places = ["--out", join(folder, "corpus.json"), "--cache-dir", join(folder, "cache")];
    const args = ["task", "docgate", "generate", "content", "--jobs", "2", ...places];

    expect((await run(DENO, args, { cwd: ROOT })).stdout).toMatch(/ 0 cached; written to /);
    expect((await run(DENO, args, { cwd: ROOT })).stdout).toMatch(/ [1-9]\d* cached; written to /);
  });
});
