import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../support/command.ts";
import { HANDBOOK, makeFolder, makeTree } from "../support/tree.ts";

const run = promisify(execFile);
const SCRIPT = join(ROOT, "docgate.ts");

/** The oldest supported version, and the newest. */
const VERSIONS = ["22.18.0", "26"];

it.each(VERSIONS)("docgate generates, serves and answers on Node %s", async (version) => {
  const folder = await makeTree({ "package.json": "{}" });
  await run("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], { cwd: folder });
  const node = join(folder, "node_modules/.bin/node");
  expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${version}\\b`));

  const site = await makeFolder();
  await run(node, [SCRIPT, "generate", HANDBOOK], { cwd: site });
  const child = spawn(node, [SCRIPT, "serve", "--port", "0"], {
    cwd: site,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const url = /http:\S+/.exec(line)![0];

  const query = encodeURIComponent('{ search(query: "install") { slug } }');
  const answer = await fetch(`${url}/graphql?query=${query}`);
  expect(await answer.json()).toMatchObject({
    data: { search: expect.arrayContaining([{ slug: "/docs/guide/install/index" }]) },
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});
