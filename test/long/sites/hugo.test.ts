import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/hugo");
/** The record that the gate compares docgate with. To write it again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/hugo.json");

/** Lists that Hugo makes without a page, and pages that only lead to another one. */
const GENERATED = /^\/(?:(?:fr\/)?(?:tags|categories)\/|(?:en|fr|news|old\/install|setup)\/)$/;

it("Hugo makes of the site what is recorded", async () => {
  const folder = await makeFolder();
  await run("hugo", ["--quiet", "--noBuildLock", "--destination", folder], { cwd: SITE });
  const all = await readRenderedSite(folder, { isLeftOut: ({ name }) => name === "head" });
  const pages = Object.fromEntries(Object.entries(all).filter(([at]) => !GENERATED.test(at)));

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});
