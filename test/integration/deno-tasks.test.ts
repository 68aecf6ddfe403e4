import { execFile } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import configuration from "../../deno.json" with { type: "json" };
import { cloneCheckout } from "../support/clone.ts";
import { DENO, ROOT } from "../support/command.ts";
import { startProgram } from "../support/running.ts";
import { makeFolder, makeSharedFolder } from "../support/tree.ts";

const run = promisify(execFile);

/**
 * In a clean clone with the packages of `npm ci`. The command has only the permissions that the
 * tasks name.
 */
describe("deno task", () => {
  const folder = makeSharedFolder();
  const deno = (args: readonly string[], cwd = folder()) => run(DENO, args, { cwd });

  beforeAll(() => cloneCheckout(folder()));

  /** Runs each task. */
  const TASKS: Record<keyof typeof configuration.tasks, () => Promise<void>> = {
    async check() {
      expect((await deno(["task", "check"])).stdout).toBe("");
    },

    async generate() {
      const written = await deno(["task", "generate", "--no-cache", "--out", "dist/by-deno.json"]);
      expect(written.stdout).toMatch(/; written to dist\/by-deno.json\n$/);
      const elsewhere = join(await makeFolder(), "corpus.json");
      const refused = deno(["task", "generate", "--no-cache", "--out", elsewhere]);
      await expect(refused).rejects.toMatchObject({
        stderr: expect.stringContaining("Requires write access to"),
      });
    },

    async docgate() {
      const other = await makeFolder();
      const places = ["--out", join(other, "corpus.json"), "--cache-dir", join(other, "cache")];
      const args = ["task", "docgate", "generate", "content", "--jobs", "2", ...places];

      expect((await deno(args)).stdout).toMatch(/ 0 cached; written to /);
      expect((await deno(args)).stdout).toMatch(/ [1-9]\d* cached; written to /);
    },

    async start() {
      const started = startProgram([DENO, "task", "start", "--port", "0"], { cwd: folder() });
      const [, url] = await started.printed(/^docgate listening on (http:\S+)$/m);
      const answer = await fetch(`${url}/graphql?query={meta{name}}`);
      expect(await answer.json()).toEqual({ data: { meta: { name: "docgate" } } });
      for (const page of ["/graph", "/admin", "/reference"]) {
        expect((await fetch(url + page)).status, page).toBe(200);
      }
      await started.stop();
    },

    async "build:web"() {
      await deno(["task", "build:web"]);
      expect(existsSync(join(folder(), "dist/web/graph.html"))).toBe(true);
      expect((await deno(["task", "build:web"])).stderr).not.toContain("Building");
    },

    async demo() {
      const env = { PORT: "0", PARTNER_PORT: "0" };
      const demo = startProgram([DENO, "task", "demo"], { cwd: folder(), env });
      const [, url] = await demo.printed(/^Partner +(http:\S+)$/m);
      expect((await fetch(url!)).status).toBe(200);
      await demo.stop();
    },
  };

  it.each(Object.entries(TASKS))("%s", (_, attempt) => attempt());

  it("has no untested task", () => {
    expect(Object.keys(TASKS).sort()).toEqual(Object.keys(configuration.tasks).sort());
  });

  // The permission is for the folder itself, not for a folder that it links to.
  it.skipIf(lstatSync(join(ROOT, "node_modules")).isSymbolicLink())(
    "docgate may load the native parser",
    async () => {
      const args = ["task", "docgate", "check", "content", "--parser", "satteri"];

      expect((await deno(args, ROOT)).stdout).toBe("");
    },
  );
});
