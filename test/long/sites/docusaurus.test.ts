import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/docusaurus");
/** The pages that the gate compares docgate with. To write them again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/docusaurus.json");
const VERSION = "3.10.2";
const PACKAGES = [
  ...["core", "preset-classic", "plugin-content-docs", "plugin-client-redirects"].map(
    (name) => `@docusaurus/${name}@${VERSION}`,
  ),
  ...["raw-loader@4.0.2", "react@19", "react-dom@19", "@mdx-js/react@3"],
];

/** Pages that Docusaurus makes itself, and redirects. */
const GENERATED = /^\/docs\/(?:tags\/.*|category\/.*|references\/|old\/|older\/)$/;

it("Docusaurus makes of the site what is recorded", { timeout: 1_200_000 }, async () => {
  const folder = process.env.DOCUSAURUS ?? (await makeFolder());
  if (process.env.DOCUSAURUS === undefined) {
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    await run("npm", ["install", "--no-audit", "--no-fund", ...PACKAGES], { cwd: folder });
  }
  const site = join(folder, "site");
  await cp(SITE, site, { recursive: true, force: true });
  const program = join(folder, "node_modules/@docusaurus/core/bin/docusaurus.mjs");
  const { stdout, stderr } = await run(
    process.execPath,
    [program, "build", "--locale", "en", "--out-dir", "built"],
    { cwd: site, maxBuffer: 16 * 1024 * 1024 },
  );
  const all = await readRenderedSite(join(site, "built"), { isLeftOut });
  const pages = Object.fromEntries(
    Object.entries(all).filter(
      ([address]) => address.startsWith("/docs/") && !GENERATED.test(address),
    ),
  );
  const record = { pages, brokenLinks: brokenLinksIn(stdout + stderr) };

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);

  expect(record).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Returns the links of the page `links` that Docusaurus reports. */
function brokenLinksIn(output: string): string[] {
  const lines = output.split("\n");
  return lines.flatMap((line, at) =>
    /Broken (?:link|anchor) on source page path = \/repository\/docs\/links:/.test(line)
      ? lines
          .slice(at + 1)
          .slice(
            0,
            lines.slice(at + 1).findIndex((each) => !each.includes("-> linking to")),
          )
          .map((each) => /-> linking to (\S+)/.exec(each)![1]!)
          .filter((target) => target !== "/repository/")
      : [],
  );
}

/** Leaves out what surrounds the text of a doc. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  const classes = (attributes.class ?? "").split(" ");
  return (
    /^(?:head|nav|footer|button|aside|svg|script|style)$/.test(name) ||
    attributes["aria-hidden"] === "true" ||
    classes.some((each) => LEFT_OUT.test(each))
  );
}

const LEFT_OUT =
  /^(?:hash-link|theme-doc-toc-mobile|table-of-contents|theme-doc-footer|pagination-nav|theme-unlisted-banner|theme-doc-breadcrumbs|skipToContent.*)$/;
