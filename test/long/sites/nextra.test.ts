import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../support/command.ts";
import { type ElementStart, readRenderedSite } from "../../support/rendered-site.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);

const SITE = join(ROOT, "test/long/sites/nextra");
/** What the gate compares docgate with. To write it again, run this test with `RECORD=1`. */
const RECORD = join(ROOT, "test/generator/sites/recorded/nextra.json");

it("Nextra makes of the site what is recorded", { timeout: 900_000 }, async () => {
  const folder = await makeFolder();
  await cp(SITE, folder, { recursive: true });
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await run("npx", ["next", "build"], { cwd: folder, env });
  const built = await readRenderedSite(join(folder, "out"), { isLeftOut });
  const { "/404.html": _, "/404/": __, ...pages } = built;

  if (process.env.RECORD) await writeFile(RECORD, `${JSON.stringify(pages, null, 2)}\n`);

  expect(pages).toEqual(JSON.parse(await readFile(RECORD, "utf8")));
});

/** Leaves out what Nextra adds: names of alerts, signs and hidden headings of tabs. */
function isLeftOut({ name, attributes }: ElementStart): boolean {
  const isHidden = attributes.style?.includes("visibility:hidden") === true;
  return /^(?:head|script|svg|b)$/.test(name) || isHidden;
}
