import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";

const SITE = join(ROOT, "test/long/sites/hugo");
const RECORD = join(ROOT, "test/generator/sites/recorded/hugo.json");

it("addresses, anchors and text are those of Hugo", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: { generator: "hugo", asOf: "2024-01-01" } });

  const { content, problems } = await generate({ root: join(SITE, "content"), config });

  expect(readCorpus(content)).toEqual(built);
  expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
    'guide/configure.md Link to "/handbook/guide/nowhere/" leads to no page',
    'guide/configure.md Fragment "#nothing" is not on "guide/Install It"',
  ]);
});
