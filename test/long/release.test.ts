import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { DENO, ROOT } from "../support/command.ts";
import { makeFolder } from "../support/tree.ts";
import { notesOf } from "../tools/release/changelog.ts";

const run = promisify(execFile);

const OUT = join(ROOT, "dist/release");
const archiveOf = (name: string) => join(OUT, `${name}-${manifest.version}.tgz`);
const bin = (name: string) => join(ROOT, "node_modules/.bin", name);

describe("npm run release:dry", () => {
  beforeAll(async () => {
    await run("npm", ["run", "release:dry"], { cwd: ROOT, maxBuffer: 2 ** 28 });
  });

  it("makes packages, a list of what they consist of, notes and the checksums of all", async () => {
    const names = (await readdir(OUT)).sort();
    expect(names).toEqual(
      [
        "NOTES.md",
        "SHA256SUMS",
        "docgate.cdx.json",
        ...["docgate", "docgate-corpus", "docgate-partner"].map(
          (name) => `${name}-${manifest.version}.tgz`,
        ),
      ].sort(),
    );
    await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: OUT });
    const { components } = JSON.parse(await readFile(join(OUT, "docgate.cdx.json"), "utf8"));
    expect(components.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(Object.keys(manifest.dependencies)),
    );
    const changelog = await readFile(join(ROOT, "CHANGELOG.md"), "utf8");
    expect(await readFile(join(OUT, "NOTES.md"), "utf8")).toBe(notesOf(changelog, "Unreleased"));
  });

  it("refuses a tag that is not the version", async () => {
    const script = join(ROOT, "test/tools/release/release.ts");
    await expect(run(process.execPath, [script, "--tag", "v9.9.9"])).rejects.toMatchObject({
      stderr: expect.stringContaining("The tag is v9.9.9, but package.json has the version"),
    });
  });

  it.each([
    ["docgate-partner", ["jose"], "@docgate/partner", ["createPartnerClient"]],
    ["docgate-corpus", ["@noble/hashes"], "@docgate/corpus", ["loadCorpus", "openCorpus"]],
  ])(
    "%s installs nothing but %j, and works on Node.js and Deno",
    async (file, needs, name, names) => {
      const cwd = await project();
      await run("npm", ["install", archiveOf(file)], { cwd });
      const { packages } = JSON.parse(await readFile(join(cwd, "package-lock.json"), "utf8"));
      const installed = Object.keys(packages).filter((path) => path !== "");
      expect(installed.sort()).toEqual(
        [name, ...needs].map((each) => `node_modules/${each}`).sort(),
      );

      const script = `import * as all from "${name}"; console.log(Object.keys(all).join());`;
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
        cwd,
      });
      expect(stdout.trim().split(",")).toEqual(expect.arrayContaining(names));
      expect((await run(DENO, ["eval", script], { cwd })).stdout).toBe(stdout);
    },
  );

  it("docgate shares its modules with the small packages", async () => {
    const cwd = await project();
    const archives = ["docgate-partner", "docgate-corpus", "docgate"].map(archiveOf);
    await run("npm", ["install", ...archives], { cwd });
    const script = `
      import { DocgateError } from "@docgate/corpus";
      import { loadCorpus } from "docgate/corpus";
      import { PartnerError } from "@docgate/partner";
      import * as partner from "docgate/partner";
      const error = await loadCorpus("none.json").catch((error) => error);
      console.log(error instanceof DocgateError, partner.PartnerError === PartnerError);
      await import("docgate/runtime");
      await import("docgate/generator");
    `;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd });
    expect(stdout).toBe("true true\n");
  });

  it.each(["docgate-partner", "docgate-corpus", "docgate"])(
    "%s is what publint and arethetypeswrong expect of a package",
    async (file) => {
      await run(bin("publint"), ["--strict", archiveOf(file)]);
      const options = ["--profile", "esm-only", "--exclude-entrypoints", "schema.graphql"];
      await run(bin("attw"), [archiveOf(file), ...options]);
    },
  );
});

/** Makes an empty project of npm. */
async function project(): Promise<string> {
  const cwd = await makeFolder();
  await run("npm", ["init", "--yes"], { cwd });
  return cwd;
}
