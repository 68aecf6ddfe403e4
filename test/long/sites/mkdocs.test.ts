import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/mkdocs");
/** The file that the gate compares docgate with. To write it again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/mkdocs.json");

it("MkDocs makes of the site what is recorded", async () => {
  const folder = await makeFolder();
  await run("mkdocs", ["build", "--quiet", "--site-dir", folder], { cwd: SITE });
  const { "/404.html": _, "/old/": __, ...pages } = await readRenderedSite(folder, { isLeftOut });

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out what MkDocs adds: signs of links, the table of contents, numbers of footnotes. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  const classes = (attributes.class ?? "").split(" ");
  return name === "head" || LEFT_OUT.some((each) => classes.includes(each));
}

const LEFT_OUT = ["headerlink", "toc", "footnote-ref", "footnote-backref"];
