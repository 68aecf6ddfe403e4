import { describe, expect, it } from "vitest";
import { agentsBlock } from "../../../runtime/agents/agents-block.ts";
import { openTree } from "../../support/agents.ts";
import { callModern, serveMcp } from "../../support/mcp-server.ts";
import { serveCorpus } from "../../support/served-pages.ts";
import { generateFrom } from "../../support/tree.ts";

const TAGS = String.fromCodePoint(...Array.from("zebra", (at) => 0xe0000 + at.charCodeAt(0)));
const SELECTORS = Array.from("see", (at, index) => at + String.fromCodePoint(0xe0100 + index)).join(
  "",
);

/** Hidden text, with the start of the problem that says so. */
const REPORTED: readonly (readonly [name: string, body: string, message: string])[] = [
  ["a comment of HTML", "see <!-- zebra says --> this", 'the comment "zebra says"'],
  [
    "one of many lines with code in it",
    "<!--\n```\nzebra says\n```\n-->\n\nsee this",
    "the comment",
  ],
  ["a comment of MDX", "see {/* zebra says */} this", 'the comment "zebra says"'],
  [
    "a block of it with code and a heading",
    "{/*\n# zebra says\n\n```\nzebra\n```\n*/}\n\nsee this",
    "the comment",
  ],
  ["a comment of Markdown", "see this\n\n[//]: # (zebra says)", 'the comment "zebra says"'],
  ["one in quotes, in a list", "- see this\n\n  [//]: # 'zebra says'", 'the comment "zebra says"'],
  ["one for no place", '[comment]: <> "zebra\nsays"\n\nsee this', 'the comment "zebra says"'],
  [
    "a definition that nothing uses",
    'see this\n\n[a]: /u "zebra says"',
    'the comment "zebra says"',
  ],
  [
    "one after another of its label",
    'see [this][a]\n\n[a]: /u\n[a]: /v "zebra says"',
    "the comment",
  ],
  ["an instruction", "see <?zebra says?> this", '"<?zebra says?>"'],
  ["a declaration", "see <!ZEBRA says> this", '"<!ZEBRA says>"'],
  ["CDATA", "see <![CDATA[zebra says]]> this", '"<![CDATA[zebra says]]>"'],
  ["a closing tag without name", "<div>see</ zebra says> this</div>", '"</ zebra says>"'],
  [
    "a hidden element",
    "see <span hidden>zebra says</span> this",
    'the element "<span hidden>zebra',
  ],
  [
    "one around blocks",
    "<div hidden>\n\n## zebra\n\n```\nzebra\n```\n\n<div>a</div>\n\n</div>\n\nsee this",
    "the element",
  ],
  ["one of some value", '<p hidden="until-found">zebra says</p>\n\nsee this', "the element"],
  ["one that is not closed", "see this\n\n<div hidden>\n\nzebra says", "anything from <div> on"],
  ["display", '<p style="color: red; display : none">zebra</p>\n\nsee this', "the element"],
  [
    "display in other words",
    '<p STYLE="display:/**/&#110;one">zebra</p>\n\nsee this',
    "the element",
  ],
  ["display in JSX", "see <b style={{display: 'none'}}>zebra</b> this", "the element"],
  ["visibility", "see <i style='visibility:hidden'>zebra</i> this", "the element"],
  ["opacity", "see <i style='opacity:0.0'>zebra</i> this", "the element"],
  ["a template", "<template>\n<b>zebra</b>\n</template>\n\nsee this", "the element"],
  ["a closed dialog", "<dialog>zebra</dialog>\n\nsee this", "the element"],
  ["text for browsers without scripts", "<noscript>zebra</noscript>\n\nsee this", "the element"],
  ["tag characters", `see${TAGS} this`, "these 5 characters from U+E007A on"],
  ["them in code", `see \`a${TAGS}\` this`, "these 5 characters from U+E007A on"],
  ["a selector after each letter", `${SELECTORS} this`, "the character U+E0100"],
  ["a filler", "see\u3164 this", "the character U+3164"],
  ["an empty cell of Braille", "see\u2800 this", "the character U+2800"],
  ["annotations", "see\ufff9\ufffa\ufffb this", "these 3 characters from U+FFF9 on"],
  ["vowels of Khmer", "see\u17b4\u17b5 this", "these 2 characters from U+17B4 on"],
  ["control characters", "see\u001b\u0007\u009b this", "these 3 characters from U+001B on"],
  ["soft hyphens in a row", "see\u00ad\u00ad this", "these 2 characters from U+00AD on"],
  ["references to characters", "see&#8203;&ZeroWidthSpace; this", 'the character "&#8203;"'],
];

/** Hidden text that is usual, and not a problem. */
const USUAL: readonly (readonly [name: string, body: string])[] = [
  ["attributes", '<p title="zebra" data-zebra="says" zebra>see this</p>'],
  ["attributes of a closing tag", "<p>see this</p zebra>"],
  ["attributes of JSX", "see <Card title={'zebra'}>this</Card>"],
  ["a long attribute", `see <b title="zebra ${"says ".repeat(500)}">this</b>`],
  ["a tag that has no end", "<p>see this</p>\n<div\nzebra says"],
  ["the title of a link", 'see [this](/u "zebra says")'],
  ["the title of a definition", "see [this][a]\n\n[a]: /u 'zebra says'"],
  ["what follows the language of code", "```js title='zebra'\nsee this\n```"],
  ["a script", "<script setup>\nconst zebra = 1\n\nconst b = 2\n</script>\n\nsee this"],
  ["a style", "<style>.zebra {}</style>\n\nsee this"],
  ["what stands for a video", "<video src='/a.mp4'>zebra</video>\n\nsee this"],
  ["an order to a tool", "<!-- prettier-ignore zebra -->\n\nsee this"],
  ["an id of a heading", "see this\n\n##### Five {/*zebra*/}"],
  ["a definition without title", "see this\n\n[zebra]: /u"],
  ["a soft hyphen", "see vis\u00adible &shy; this"],
];

/** Text in similar forms that readers see. */
const SEEN: readonly (readonly [name: string, body: string])[] = [
  ["details, which are closed", "<details><summary>see this</summary>zebra</details>"],
  ["what is hidden from screen readers only", '<b aria-hidden="true">zebra</b> see this'],
  ["panels of tabs", "<Tabs><TabItem>zebra</TabItem></Tabs>\n\nsee this"],
  ["code that has such forms", "`<!-- zebra -->` see this"],
  ["a block of it", "```html\n<p hidden>zebra</p>\n{/* a */}\n```\n\nsee this"],
  ["escaped forms", "\\<!-- zebra \\{/* zebra */} see this"],
  ["an element without content", "<input hidden> zebra see this"],
  ["another one", "<iframe src='/a' />\n\nzebra see this"],
  ["an open dialog", "<dialog open>zebra</dialog>\n\nsee this"],
  ["half of the opacity", "<i style='opacity:0.5'>zebra</i> see this"],
  ["text for an image", "![zebra](/a.png) see this"],
];

const TITLES = `---
description: "The <i hidden>zebra</i> first. <!-- zebra -->{/* zebra */}\u00ad"
---

# The page<!-- zebra -->{/* zebra says */}\u001b\u00ad

## Part <b hidden>zebra</b> one {/* zebra says */}\u001b

see this
`;

type Case = readonly [name: string, body: string, message?: string];

/** Writes a page for each case, each in its own section. */
function treeOf(cases: readonly Case[]): Record<string, string> {
  return Object.fromEntries(cases.map(([, body], at) => [`s${at}/page.md`, `# Page\n\n${body}\n`]));
}

/** Everything that agents, and people who search, are given. */
async function serve(tree: Record<string, string>) {
  const corpus = await openTree(tree);
  const app = serveCorpus(corpus);
  const { url } = await serveMcp(corpus);
  const get = async (path: string) => (await app.request(path)).text();
  const call = async (name: string, given: object) =>
    (await callModern(url, { method: "tools/call", params: { name, arguments: given } })).body
      .result.content[0].text as string;
  const read = (uri: string) => callModern(url, { method: "resources/read", params: { uri } });
  const find = async (query: string, section: string) => {
    const answer = JSON.parse(await get(`/search.json?q=${query}&section=${section}`));
    return answer.items
      .map((hit: { excerpt: { text: string } }) => hit.excerpt.text)
      .join("\n") as string;
  };
  return {
    lists: [await get("/llms.txt"), await get("/llms-full.txt"), agentsBlock(corpus, undefined)],
    doors: async (section: string) => ({
      markdown: await get(`/docs/${section}/page.md`),
      found: await find("see", section),
      foundByHidden: await find("zebra", section),
      searched: await call("search_docs", { query: "see", within: section }),
      read: await call("read_docs", { refs: `${section}/page` }),
      listed: await call("list_docs", { under: `${section}/page` }),
      resource: (await read(`docs://${section}/page`)).body.result.contents[0].text as string,
    }),
  };
}

const UNSEEN = /zebra|\p{Cf}|\p{Variation_Selector}|(?!\n)\p{Cc}|[\u3164\u2800\u17b4]/iu;

describe("what readers do not see", () => {
  it("ATTACK-T251 is given by no door, and reported if it is not usual", async () => {
    const cases: readonly Case[] = [...REPORTED, ...USUAL];
    const tree = { ...treeOf(cases), "titles/page.md": TITLES };
    const { problems } = await generateFrom(tree);
    const { doors, lists } = await serve(tree);

    for (const [at, [name, , message]] of cases.entries()) {
      const [found] = problems.filter(
        ({ rule, file }) => rule === "hidden-text" && file === `s${at}/page.md`,
      );
      const expected = message && expect.stringContaining(`Readers do not see ${message}`);
      expect.soft(found?.message, name).toEqual(expected);
      const answers = await doors(`s${at}`);
      expect.soft(answers.markdown, name).toMatch(/see/);
      for (const [door, answer] of Object.entries(answers)) {
        expect.soft(answer, `${name}: ${door}`).not.toMatch(UNSEEN);
      }
    }
    for (const list of lists) {
      expect(list).toContain("The page");
      expect(list).not.toMatch(UNSEEN);
    }
  });

  it("ATTACK-T251 ATTACK-T252 is in no title, heading or description", async () => {
    const { doors } = await serve({ "titles/page.md": TITLES });
    const { foundByHidden, ...answers } = await doors("titles");
    for (const [door, answer] of Object.entries(answers)) {
      expect(answer, door).not.toMatch(UNSEEN);
    }
    expect(answers.markdown).toMatch(/^# The page\n\n> The first\.\n/);
    expect(answers.listed).toContain(": Part one");
  });

  it("is not what they do see", async () => {
    const tree = treeOf(SEEN);
    const { problems } = await generateFrom(tree);
    expect(problems.filter(({ rule }) => rule === "hidden-text")).toEqual([]);
    const app = serveCorpus(await openTree(tree));
    for (const [at, [name]] of SEEN.entries()) {
      expect(await (await app.request(`/docs/s${at}/page.md`)).text(), name).toContain("zebra");
    }
  });

  it("keeps an element's name in a description as text", async () => {
    const page = '---\ndescription: "How <template> works."\n---\n\n# Page\n';
    const app = serveCorpus(await openTree({ "page.md": page }));
    expect(await (await app.request("/docs/page.md")).text()).toContain("> How <template> works.");
  });
});
