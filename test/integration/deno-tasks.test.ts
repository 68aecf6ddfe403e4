import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { DENO, ROOT } from "../support/command.ts";
import { makeFolder } from "../support/tree.ts";

const run = promisify(execFile);
const deno = (args: readonly string[]) => run(DENO, args, { cwd: ROOT });

/** The permissions that the tasks name are all that the command has here. */
describe("deno task", () => {
  it("check finds no problem in docgate's own documentation", async () => {
    expect((await deno(["task", "check"])).stdout).toBe("");
  });

  // The permission is for the folder itself, not for another that it is a link to.
  it.skipIf(lstatSync(join(ROOT, "node_modules")).isSymbolicLink())(
    "docgate may load the native parser",
    async () => {
      const args = ["task", "docgate", "check", "content", "--parser", "satteri"];

      expect((await deno(args)).stdout).toBe("");
    },
  );

  it("generate writes where it may and nowhere else", async () => {
    const written = await deno(["task", "generate", "--no-cache", "--out", "dist/by-deno.json"]);
    onTestFinished(() => rm(join(ROOT, "dist/by-deno.json")));
    expect(written.stdout).toMatch(/; written to dist\/by-deno.json\n$/);
    const elsewhere = join(await makeFolder(), "corpus.json");
    const refused = deno(["task", "generate", "--no-cache", "--out", elsewhere]);
    await expect(refused).rejects.toMatchObject({
      stderr: expect.stringContaining("Requires write access to"),
    });
  });

  it("docgate generates with a cache and threads", async () => {
    const folder = await makeFolder();
    const places = ["--out", join(folder, "corpus.json"), "--cache-dir", join(folder, "cache")];
    const args = ["task", "docgate", "generate", "content", "--jobs", "2", ...places];

    expect((await deno(args)).stdout).toMatch(/ 0 cached; written to /);
    expect((await deno(args)).stdout).toMatch(/ [1-9]\d* cached; written to /);
  });
});
