import { execFile } from "node:child_process";
import { readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { cloneCheckout } from "../support/clone.ts";
import { startProgram } from "../support/running.ts";
import { makeSharedFolder } from "../support/tree.ts";

const run = promisify(execFile);
const PAGES = ["/graph", "/admin", "/reference"];

/** The state of a contributor's clone after `npm ci`; each test continues from the previous one. */
describe("a clean clone", () => {
  const folder = makeSharedFolder();
  const start = (command: readonly [string, ...string[]]) =>
    startProgram(command, { cwd: folder(), env: { DOCGATE_PORT: "0" } });

  beforeAll(() => cloneCheckout(folder()));

  it("serves without the pages for browsers, and says how to build them", async () => {
    await run("npm", ["run", "generate"], { cwd: folder() });
    const server = start([process.execPath, "docgate.ts", "serve", "--no-partner"]);
    const [, url] = await server.printed(/^docgate listening on (http:\S+)$/m);
    expect((await fetch(`${url}/graph`)).status).toBe(503);
    expect(await server.stop()).toBe(0);
    expect(server.stderr()).toBe(
      'The pages for browsers are not built: run "npm run build:web" and start docgate again\n',
    );
  });

  it("starts with the command of the README", async () => {
    const readme = await readFile(join(folder(), "README.md"), "utf8");
    const [, command] = /^npm ci && (npm start)$/m.exec(readme)!;
    const server = start(["sh", "-c", command!]);
    const [, url] = await server.printed(/^docgate listening on (http:\S+)$/m);
    for (const page of PAGES) expect((await fetch(url + page)).status, page).toBe(200);
    await server.stop();
    expect(server.stderr()).not.toContain("not built");
  });

  it("builds the pages when a source is newer, and not twice", async () => {
    const again = await run("npm", ["run", "build:web"], { cwd: folder() });
    expect(again.stderr).not.toContain("Building");
    const page = join(folder(), "dist/web/graph.html");
    const { mtimeMs: builtMs } = await stat(page);
    const later = new Date(Date.now() + 60_000);
    await utimes(join(folder(), "runtime/web/graph.html"), later, later);
    const build = await run("npm", ["run", "build:web"], { cwd: folder() });
    expect(build.stderr).toContain("Building");
    expect((await stat(page)).mtimeMs).toBeGreaterThan(builtMs);
  });

  it("runs no script on installation", async () => {
    const { scripts } = JSON.parse(await readFile(join(folder(), "package.json"), "utf8"));
    const hooks = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare"];
    expect(hooks.filter((name) => name in scripts)).toEqual([]);
  });
});
