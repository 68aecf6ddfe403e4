import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";

const SITE = join(ROOT, "test/long/sites/jekyll");
const RECORD = join(ROOT, "test/generator/sites/recorded/jekyll.json");

it("addresses, anchors and text are those of Jekyll", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: { generator: "jekyll", asOf: "2024-01-01" } });

  const { content, problems } = await generate({ root: SITE, config });

  expect(readCorpus(content)).toEqual(built);
  expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
    '_docs/guide/install.md Link to "/handbook/nowhere/" leads to no page',
    '_docs/guide/install.md Fragment "#nothing" is not on "_docs/configure"',
  ]);
});
