import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import {
  type ElementStart,
  type RenderedPage,
  readRenderedSite,
} from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/vitepress");
/** The record that the gate compares docgate with. To write it again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/vitepress.json");

it("VitePress makes of the site what is recorded", { timeout: 600_000 }, async () => {
  const folder = await makeFolder();
  await cp(SITE, folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const install = ["install", "--no-audit", "--no-fund", "vitepress@1.6.4"];
  await run("npm", install, { cwd: folder });
  await run("npx", ["vitepress", "build", "docs"], { cwd: folder });
  const built = await readRenderedSite(join(folder, "docs/.vitepress/dist"), { isLeftOut });
  const { "/404.html": _, "/de/eins.html": __, ...pages } = built;
  const site = Object.fromEntries(
    Object.entries(pages).map(([address, page]) => [address, withoutSigns(page)]),
  );

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(site, null, 2)}\n`);

  expect(site).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out what the theme adds: navigation, signs of links, names of code, the hero. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  const classes = (attributes.class ?? "").split(" ");
  return LEFT_OUT.has(name) || classes.some((each) => LEFT_OUT.has(each));
}

const LEFT_OUT = new Set([
  ...["head", "script", "style", "header", "footer", "button", "label"],
  ...["VPNav", "VPLocalNav", "VPSidebar", "VPSkipLink", "VPDocAside", "VPDocFooter", "VPHero"],
  ...["header-anchor", "table-of-contents", "copy", "lang", "VPHomeHero"],
]);

/** Leaves emoji and badges out of headings, as docgate does. */
function withoutSigns({ headings, words }: RenderedPage): RenderedPage {
  const plain = headings.map(([depth, id, text]) => {
    return [
      depth,
      id,
      text
        .replace(/\u200b/g, "")
        .replace(/ (?:🎉|\^1\.0)/u, "")
        .trim(),
    ] as const;
  });
  return { headings: plain, words };
}
