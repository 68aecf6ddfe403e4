import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/starlight");
/** The pages that the gate compares docgate with. To write them again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/starlight.json");

/** Pages that Starlight shows in place of others, redirects, and a page of Astro. */
const OTHERS = /^\/(?:de\/(?!guides\/first)|old\/|older\/|custom\/)/;

it("Starlight makes of the site what is recorded", { timeout: 1_200_000 }, async () => {
  const installed = process.env.STARLIGHT;
  const folder = installed ?? (await makeFolder());
  await cp(SITE, folder, { recursive: true, force: true });
  if (installed === undefined) {
    await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder });
  }
  await run(process.execPath, ["node_modules/astro/bin/astro.mjs", "build"], {
    cwd: folder,
    // With the variables of a test, Astro would show drafts.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: "1" },
    maxBuffer: 16 * 1024 * 1024,
  });
  const all = await readRenderedSite(join(folder, "dist"), { isLeftOut });
  const pages = Object.fromEntries(Object.entries(all).filter(([at]) => !OTHERS.test(at)));

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out what surrounds the text of a page. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  const classes = (attributes.class ?? "").split(" ");
  return (
    /^(?:head|header|nav|footer|button|svg|script|style|template|starlight-theme-select)$/.test(
      name,
    ) ||
    attributes.href === "#_top" ||
    classes.some((each) => LEFT_OUT.has(each))
  );
}

const LEFT_OUT = new Set([
  ...["hero", "right-sidebar-container", "sidebar", "sl-anchor-link", "sr-only"],
]);
