import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/nuxt");
/** The record that the gate compares docgate with. To write it again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/nuxt.json");
const PACKAGES = ["nuxt@4.5.2", "@nuxt/content@3.16.1"];

it("Nuxt Content makes of the site what is recorded", { timeout: 900_000 }, async () => {
  const folder = await makeFolder();
  await cp(SITE, folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await run("npm", ["install", "--no-audit", "--no-fund", ...PACKAGES], { cwd: folder });
  const env = { ...process.env, NUXT_TELEMETRY_DISABLED: "1", CI: "1" };
  await run("npx", ["nuxt", "generate"], { cwd: folder, env });
  const built = await readRenderedSite(join(folder, ".output/public"), { isLeftOut });
  const { "/200.html": _, "/404.html": __, "/old/": ___, ...pages } = built;
  const site = Object.fromEntries(
    Object.entries(pages).map(([address, page]) => [address.replace(/(?<=.)\/$/, ""), page]),
  );

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(site, null, 2)}\n`);

  expect(site).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out everything around the content. */
function isLeftOut({ name }: ElementStart): boolean {
  return ["head", "nav", "script", "style"].includes(name);
}
