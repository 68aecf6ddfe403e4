import { expect, it } from "vitest";
import type { IdSyntax } from "../../../../generator/config/site-settings.ts";
import { docFrom } from "../../single.ts";

async function headingsOf(text: string, ids: readonly IdSyntax[]): Promise<string[]> {
  const doc = await docFrom(text, { anchors: "github", site: { ids: [...ids] } });
  return doc.headings.map(({ anchor, text }) => `${anchor} ${text}`);
}

const CODE = "\n\n```\n## Code [#code] { #code }\n```\n";

it("ids in brackets are those of headings, also before a closing run of #", async () => {
  const text =
    "## One [#first]\n\n> - ## Two [#Second_2] ##\n\n## Not [#an id]\n\n## Nor [#x] here";

  expect(await headingsOf(text + CODE, ["brackets"])).toEqual([
    "first One",
    "Second_2 Two",
    "not-an-id Not [#an id]",
    "nor-x-here Nor [#x] here",
  ]);
});

it("ids in lists of attributes are those of headings, and other attributes are left out", async () => {
  const text =
    '## One { #first .class }\n\n## Two {: #second }\n\n## Three { id="third" }\n\n## Four { .class }\n\n## Five {not one}';

  expect(await headingsOf(text + CODE, ["attributes"])).toEqual([
    "first One",
    "second Two",
    "third Three",
    "four Four",
    "five-not-one Five {not one}",
  ]);
});
