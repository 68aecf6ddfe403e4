import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runDocgate } from "../support/command.ts";
import { makeTree } from "../support/tree.ts";

/** Prints the name of each package that is imported. */
const PRINT_PACKAGES = `import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    const isOwn = /^(\\.|file:|node:)/.test(name) || context.parentURL?.includes("/node_modules/");
    if (!isOwn) process.stderr.write(name + "\\n");
    return next(name, context);
  },
});`;

/** In place of the compile cache that the tests share. */
const OWN_CACHE = { NODE_COMPILE_CACHE: "" };

describe("the start of docgate", () => {
  it("loads only what its arguments, help and settings need; a command loads the rest", async () => {
    const hook = `data:text/javascript,${encodeURIComponent(PRINT_PACKAGES)}`;

    const { stderr } = await runDocgate(["--help"], { env: { NODE_OPTIONS: `--import ${hook}` } });

    expect([...new Set(stderr.trim().split("\n"))].sort()).toEqual([
      "commander",
      "fastest-levenshtein",
      "ipaddr.js",
      "picocolors",
    ]);
  });

  it("keeps compiled code in the user's cache, and elsewhere nothing", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A\n", "home/x": "" });
    const env = { ...OWN_CACHE, XDG_CACHE_HOME: "", HOME: join(cwd, "home") };

    expect(await runDocgate(["check", "docs"], { cwd, env })).toMatchObject({ code: 0 });

    expect(await readdir(cwd)).toEqual(["docs", "home"]);
    expect(await readdir(join(cwd, "home/.cache"))).toEqual(["docgate"]);
    const kept = await readdir(join(cwd, "home/.cache/docgate"), { recursive: true });
    expect(kept.length).toBeGreaterThan(50);
  });

  it("works where the user's cache cannot be written", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A\n", file: "as it was" });
    const env = { ...OWN_CACHE, XDG_CACHE_HOME: join(cwd, "file") };

    expect(await runDocgate(["check", "docs"], { cwd, env })).toEqual({
      code: 0,
      stdout: "",
      stderr: "0 problems (0 errors, 0 warnings) in 1 docs\n",
    });
    expect(await readFile(join(cwd, "file"), "utf8")).toBe("as it was");
  });
});
