import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { makeTree } from "../support/tree.ts";

const run = promisify(execFile);
const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** Out of ten, in tenths: systemd calls values below 2.0 OK. */
const MOST_EXPOSURE = 15;

describe.skipIf(!HAS_SYSTEMD)(`docgate@.service${HAS_SYSTEMD ? "" : " (needs systemd)"}`, () => {
  /** Writes the unit for port 8080, with a command that exists. */
  async function writeUnit(): Promise<string> {
    const text = await readFile(join(ROOT, "examples/deploy/docgate@.service"), "utf8");
    const unit = text.replace("/opt/docgate/node_modules/.bin/docgate", process.execPath);
    return join(await makeTree({ "docgate@8080.service": unit }), "docgate@8080.service");
  }

  it("is accepted by systemd", async () => {
    const { stderr } = await run("systemd-analyze", ["verify", await writeUnit()]);
    expect(stderr).not.toContain("docgate");
  });

  it("sandboxes docgate", async () => {
    const options = ["--offline=true", `--threshold=${MOST_EXPOSURE}`];
    const { stdout } = await run("systemd-analyze", ["security", ...options, await writeUnit()]);
    expect(stdout).toMatch(/Overall exposure level for docgate@8080.service: 1\.\d OK/);
  });
});
