import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { buildNextSite } from "../../support/next-build.ts";
import { readRenderedSite } from "../../support/rendered-site.ts";

const SITE = join(ROOT, "test/long/sites/fumadocs");
/** The pages that the gate compares docgate with. To write them again, run this with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/fumadocs.json");

it("Fumadocs makes of the site what is recorded", { timeout: 900_000 }, async () => {
  const folder = await buildNextSite(SITE, ["--webpack"]);
  const built = await readRenderedSite(folder, {
    isLeftOut: ({ name }) => /^(?:head|script|svg)$/.test(name),
  });
  const pages = Object.fromEntries(
    Object.entries(built).filter(([address]) => address.startsWith("/docs/")),
  );

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});
