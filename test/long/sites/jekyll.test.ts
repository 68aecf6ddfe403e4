import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/jekyll");
/** The record that the gate compares docgate with. To write it again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/jekyll.json");

/** Pages that only lead to another one. */
const REDIRECTS = /^\/(?:docs\/setup\/|old\/page\/|older\.html)$/;

it("Jekyll makes of the site what is recorded", async () => {
  const folder = await makeFolder();
  const options = ["--quiet", "--disable-disk-cache", "--destination", folder];
  await run("jekyll", ["build", ...options], { cwd: SITE });
  const all = await readRenderedSite(folder, { isLeftOut });
  const pages = Object.fromEntries(Object.entries(all).filter(([at]) => !REDIRECTS.test(at)));

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out the table of contents. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  return name === "head" || attributes.id === "markdown-toc";
}
