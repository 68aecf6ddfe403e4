import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { buildNextSite } from "../../support/next-build.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";

const SITE = join(ROOT, "test/long/sites/nextra");
/** The pages that the gate compares docgate with. To write them again, run this with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/nextra.json");

it("Nextra makes of the site what is recorded", { timeout: 900_000 }, async () => {
  const built = await readRenderedSite(await buildNextSite(SITE), { isLeftOut });
  const { "/404.html": _, "/404/": __, ...pages } = built;

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out what Nextra adds: names of alerts, signs and hidden headings of tabs. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  const isHidden = attributes.style?.includes("visibility:hidden") === true;
  return /^(?:head|script|svg|b)$/.test(name) || isHidden;
}
