import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

const SITE = join(ROOT, "test/long/sites/mkdocs");
const RECORD = join(ROOT, "test/generator/sites/recorded/mkdocs.json");

/** Generates from the folder `docs` of a site. */
async function generateSite(files: TreeFiles, config: UserConfig = {}): Promise<GeneratedCorpus> {
  const root = join(await makeTree(files), "docs");
  return generate({ root, config: parseConfig({ site: "auto", ...config }) });
}

it("addresses, anchors and text are those of MkDocs", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: "auto" });

  const { content, problems } = await generate({ root: join(SITE, "docs"), config });

  expect(readCorpus(content)).toEqual(built);
  expect(problems).toEqual([]);
});
