import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RUNTIMES, runDocgate } from "../support/command.ts";
import { makeTree, type TreeFiles } from "../support/tree.ts";

/** The package.json that `npm init --yes` writes, in newer and older versions. */
const PACKAGES = [{ type: "commonjs" }, {}];

const TYPED = `import type { Shared } from "./shared.ts";
import { name } from "./shared.ts";
import { base } from "./base.mjs";
const shared: Shared = { name };
export default { ...shared, base };
`;
const SHARED = `export interface Shared { readonly name: string }
export const name: string = "Acme";
`;
const UNTYPED = `import { base } from "./base.mjs";
export default { name: "Acme", base };
`;

const FILES: TreeFiles = {
  "docs/index.md": "# Start\n",
  "shared.ts": SHARED,
  "base.mjs": 'export const base = "/manual";\n',
};

const CONFIGURATIONS = [
  { name: "docgate.config.ts", text: TYPED, packages: PACKAGES },
  { name: "docgate.config.js", text: UNTYPED, packages: PACKAGES },
  { name: "docgate.config.mts", text: TYPED, packages: PACKAGES.slice(0, 1) },
  { name: "docgate.config.mjs", text: UNTYPED, packages: PACKAGES.slice(0, 1) },
];

const GENERATE = ["generate", "docs", "--no-cache", "--out", "corpus.json"];

describe.each(RUNTIMES)("the configuration file on %s", (runtime) => {
  const cases = CONFIGURATIONS.flatMap(({ packages, ...file }) =>
    packages.map((manifest) => ({ ...file, manifest })),
  );

  it.each(cases)(
    "config: $name is found and is a module where package.json says $manifest",
    async ({ manifest, name, text }) => {
      const cwd = await makeTree({
        ...FILES,
        "package.json": JSON.stringify(manifest),
        [name]: text,
      });
      const before = await readdir(cwd);
      const { code, stdout, stderr } = await runDocgate(GENERATE, { cwd, runtime });
      // Node.js writes there which type it had to guess.
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("; written to corpus.json");
      expect(await readdir(cwd)).toEqual([...before, "corpus.json"].sort());

      const { default: corpus } = await import(join(cwd, "corpus.json"), {
        with: { type: "json" },
      });
      expect(corpus.meta.name).toBe("Acme");
      expect(corpus.docs[0].slug).toBe("/manual/index");
    },
  );

  it("config: settings of the server are read where package.json says commonjs", async () => {
    const cwd = await makeTree({
      "package.json": '{"type":"commonjs"}',
      "docgate.config.ts": 'export default { serve: { corpus: "mine.json" } };\n',
    });
    const { stdout, stderr } = await runDocgate(["doctor"], { cwd, runtime });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^fail {2}corpus: .*mine\.json/m);
  });

  it.each(["check", "generate"])(
    "config: %s refuses settings of the server that cannot be used, by name",
    async (command) => {
      const cwd = await makeTree({
        ...FILES,
        "docgate.config.json":
          '{"serve":{"prot":1,"publicUrl":"https://user:pw@docs.example.com"}}',
      });
      const { code, stdout, stderr } = await runDocgate([command, "docs"], { cwd, runtime });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        /^docgate: docgate\.config\.json: .*"prot" in "serve"\.\n {2}docgate\.config\.json: "serve\.publicUrl": .*\n$/,
      );
    },
  );

  it.each([
    // Node.js does not give the line of a mistake in JavaScript.
    ["docgate.config.js", "export default {\n  name: (,\n};\n", ""],
    ["docgate.config.ts", "export default {\n  name: (,\n};\n", ":2:10: Expression"],
    ["shared.ts", "\n\nexport const name = ;\n", ":3:21: Expression"],
  ])("config: a mistake in %s is reported with the file's name", async (name, text, line) => {
    const cwd = await makeTree({
      ...FILES,
      "package.json": '{"type":"commonjs"}',
      ...(name === "shared.ts" && { "docgate.config.ts": TYPED }),
      [name]: text,
    });
    const { code, stderr } = await runDocgate(["check", "docs"], { cwd, runtime });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^docgate: Cannot load configuration "docgate\.config\.[jt]s": /);
    expect(stderr).toContain(`${name}${line}`);
    expect(stderr).not.toContain("?");
  });

  it("config: each mistake in JSON has a line with its place, and what was probably meant", async () => {
    const cwd = await makeTree({
      ...FILES,
      "docgate.config.json": `{
  "anchors": "githb",
  "broken-links": "off",
  "nam": "Acme",
  "rules": { "broken-lnk": "of" }
}`,
      "comma.json": '{\n  "name": "Acme",,\n}',
    });
    const { code, stdout, stderr } = await runDocgate(["check", "docs"], { cwd, runtime });
    const comma = await runDocgate(["check", "docs", "--config", "comma.json"], { cwd, runtime });

    expect([code, stdout, comma.code]).toEqual([2, "", 2]);
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^docgate: docgate\.config\.json:2:14: "anchors": .*"github"\?$/),
      '  docgate.config.json:3:3: unknown key "broken-links". Did you mean "broken-link"? It belongs in "rules".',
      '  docgate.config.json:4:3: unknown key "nam". Did you mean "name"?',
      '  docgate.config.json:5:14: unknown key "broken-lnk" in "rules". Did you mean "broken-link"?',
      "",
    ]);
    expect(comma.stderr).toMatch(/^docgate: comma\.json:2:18: not JSON: .*\.\n$/);
  });
});
