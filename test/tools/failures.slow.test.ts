import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { makeTree } from "../support/tree.ts";

const TESTS = `
  it("passes", () => {});
  describe("a sum", () => {
    it("is right", () => expect(1 + 1).toBe(3));
  });
  describe("a server", () => {
    beforeAll(() => Promise.reject(new TypeError("There is no\\n\\n\\u001b[31mserver.")));
    it("answers", () => {});
  });
  it("leaves something behind", () => void Promise.reject(new Error("Nobody waits.")));
`;

it("the end of the gate names each failed test, hook, file and stray error, with its message", async () => {
  const folder = await makeTree({
    "sum.test.ts": TESTS,
    "broken.test.ts": 'import "./missing.ts";',
    "vitest.config.ts": `export default { test: {
      name: "sums",
      globals: true,
      reporters: [[${JSON.stringify(join(ROOT, "test/tools/failures.ts"))}, { folder: "written" }]],
    } };`,
  });
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const run = promisify(execFile)(process.execPath, [vitest, "run"], { cwd: folder });
  await expect(run).rejects.toMatchObject({ code: 1 });

  const [file] = await readdir(join(folder, "written"));
  const written = await readFile(join(folder, "written", file!), "utf8");
  expect(written.replaceAll(folder, "")).toBe(`sums broken.test.ts
    Error: Cannot find module './missing.ts' imported from /broken.test.ts
sums sum.test.ts > a server
    TypeError: There is no
    server.
sums sum.test.ts > a sum > is right
    AssertionError: expected 2 to be 3 // Object.is equality
Outside of tests
    Error: Nobody waits.
`);
});
