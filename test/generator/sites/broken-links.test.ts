import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { checkTree } from "../../../generator/library.ts";
import {
  BROKEN_LINKS,
  BROKEN_LINKS_RECORD,
  BROKEN_LINKS_ROOTS,
  brokenNumbers,
} from "../../support/broken-links.ts";

const RECORD = JSON.parse(await readFile(BROKEN_LINKS_RECORD, "utf8"));

/** Images that the generator's check reports: they are not links (DOC-A10). */
const IMAGES: Readonly<Record<string, readonly string[]>> = { mkdocs: ["20"], hugo: ["10"] };

describe("the links that a generator's own check reports", () => {
  it.each(Object.entries(BROKEN_LINKS_ROOTS))(
    "%s: docgate reports them too",
    async (name, docs) => {
      const root = join(BROKEN_LINKS, name, docs);
      const config = parseConfig({ site: name as keyof typeof BROKEN_LINKS_ROOTS });

      const { problems } = await checkTree({ root, config });

      const lines = await Promise.all(
        problems.map(async ({ file, line, message }) => {
          const text = await readFile(join(root, file), "utf8");
          return `${message} ${text.split("\n")[line - 1]}`;
        }),
      );
      const reported = brokenNumbers(lines.join("\n"));
      const expected = (RECORD[name] as string[]).filter((each) => !IMAGES[name]?.includes(each));
      expect(expected.filter((each) => !reported.includes(each))).toEqual([]);
    },
  );
});
