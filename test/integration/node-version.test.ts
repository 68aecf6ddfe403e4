import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { runDocgate } from "../support/command.ts";
import { makeTree } from "../support/tree.ts";

const OLDEST = manifest.engines.node.replace(">=", "");

/** Pretends to be another version of Node.js, before anything of docgate is loaded. */
async function pretend(version: string): Promise<Record<string, string>> {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  const preload = `Object.defineProperty(process, "versions", { value: ${versions} });`;
  const folder = await makeTree({ "preload.cjs": preload });
  return { NODE_OPTIONS: `--require=${folder}/preload.cjs` };
}

describe("the version of Node.js", () => {
  it.each(["20.20.2", "22.17.1", "18.0.0"])(
    "%s is refused before anything else",
    async (version) => {
      for (const args of [
        ["serve", "--no-partner"],
        ["check", "content"],
        ["--help"],
        ["--wrong"],
      ]) {
        const { code, stdout, stderr } = await runDocgate(args, { env: await pretend(version) });
        expect({ code, stdout, stderr }, args.join(" ")).toEqual({
          code: 2,
          stdout: "",
          stderr: `docgate: Expected Node.js ${OLDEST} or newer, but ${process.execPath} is Node.js ${version}.\n`,
        });
      }
    },
  );

  it.each([`${OLDEST}.0`, "22.20.1", "24.0.0", "30.1.0"])("%s is taken", async (version) => {
    const { code, stderr } = await runDocgate(["--version"], { env: await pretend(version) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
