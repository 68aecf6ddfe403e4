import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { makeFolder, writeTree } from "../support/tree.ts";

const run = promisify(execFile);
/** True if Prometheus's tool is installed: in Debian, it is in the package `prometheus`. */
const HAS_PROMTOOL = spawnSync("promtool", ["--version"]).status === 0;

describe.skipIf(!HAS_PROMTOOL)(`promtool${HAS_PROMTOOL ? "" : " (needs promtool)"}`, () => {
  it("accepts the alert rules of the page about metrics", async () => {
    const page = await readFile(join(ROOT, "content/operate/metrics.md"), "utf8");
    const rules = /^```yaml\n(groups:\n[\s\S]*?)^```$/m.exec(page)![1]!;
    const folder = await makeFolder();
    await writeTree(folder, { "rules.yaml": rules });
    const { stdout } = await run("promtool", ["check", "rules", join(folder, "rules.yaml")]);
    const count = rules.match(/- alert: /g)!.length;
    expect(stdout).toContain(`SUCCESS: ${count} rules found`);
  });
});
