import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../generator/config/config.ts";
import { checkTree } from "../../../../generator/generate.ts";
import { generateFrom, makeTree, type TreeFiles } from "../../../support/tree.ts";

const DOCS: TreeFiles = {
  "index.md": '# Home\n\n<a id="legacy"></a>Text.\n\n## Part',
  "guide/install.md": "# Install\n\n## On Linux",
};

function ledger(...entries: readonly string[]): string {
  return `{\n  "version": 1,\n  "redirects": [\n${entries.map((entry) => `    ${entry}`).join(",\n")}\n  ]\n}\n`;
}

async function check(text: string, config = {}): Promise<{ problems: string[]; hints: string[] }> {
  const root = await makeTree({ ...DOCS, "redirects.json": text });
  const { problems, hints } = await checkTree({ root, config: parseConfig(config) });
  return {
    problems: problems.map(
      ({ file, line, column, rule, message, suggestion }) =>
        `${file}:${line}:${column} ${rule} ${message}${suggestion ? ` (${suggestion})` : ""}`,
    ),
    hints: [...hints],
  };
}

describe("the ledger of redirects", () => {
  it("entries of folders and of addresses are verified too", async () => {
    const entries = [
      { from: "old/**", to: "guide/**" },
      { from: "older/**", to: "old/**" },
      { from: "lost/**", to: "nowhere/**" },
      { from: "all/**", to: "index" },
      { from: "all-lost/**", to: "indx" },
      { from: "done/**", to: null },
      { from: "/manual/install", to: "/docs/guide/install" },
      { from: "/docs/index", to: "guide/install" },
      { from: "/manual/lost", to: "/docs/lost" },
    ].map((entry) => JSON.stringify(entry));

    expect((await check(ledger(...entries))).problems).toEqual([
      'redirects.json:6:5 redirect-target "nowhere/**" is not in the docs',
      'redirects.json:8:5 redirect-target "indx" is not in the docs',
      'redirects.json:11:5 redirect-shadowed "/docs/index" is in the docs, so nobody is redirected from it',
      'redirects.json:12:5 redirect-target "/docs/lost" is not in the docs',
    ]);
  });

  it("an entry of a folder gives links the right destination", async () => {
    const root = await makeTree({
      ...DOCS,
      "a.md": "[x](old/install.md#on-linux)",
      "redirects.json": ledger('{ "from": "old/**", "to": "guide/**" }'),
    });
    const { problems } = await checkTree({ root, config: parseConfig({}) });

    expect(problems.map(({ rule, suggestion, fix }) => [rule, suggestion, fix?.text])).toEqual([
      ["broken-link", "guide/install.md#on-linux", "guide/install.md#on-linux"],
    ]);
  });

  it("a good one has no problems, and is in the corpus in its order", async () => {
    const redirects = [
      { from: "old", to: "guide/install" },
      { from: "index#was-here", to: "guide/install#on-linux" },
      { from: "old/part", to: "index#legacy" },
      { from: "older", to: null },
    ];
    const text = JSON.stringify({ version: 1, redirects });

    expect(await check(text)).toEqual({ problems: [], hints: [] });
    const { content } = await generateFrom({ ...DOCS, "redirects.json": text });
    expect(content.redirects).toEqual(redirects);
  });

  it("without one, the corpus has an empty one", async () => {
    expect((await generateFrom(DOCS)).content.redirects).toEqual([]);
  });

  it("redirect-target: a page or a place that does not exist, with a suggestion", async () => {
    const { problems } = await check(
      ledger('{ "from": "a", "to": "guide/instal" }', '{ "from": "b", "to": "guide/install#no" }'),
    );

    expect(problems).toEqual([
      'redirects.json:4:5 redirect-target "guide/instal" is not in the docs (guide/install)',
      'redirects.json:5:5 redirect-target "guide/install#no" is not in the docs (guide/install)',
    ]);
  });

  it("redirect-loop: entries that lead back to themselves", async () => {
    const { problems } = await check(
      ledger(
        '{ "from": "a", "to": "b" }',
        '{ "from": "b", "to": "a" }',
        '{ "from": "c", "to": "c" }',
      ),
    );

    expect(problems).toEqual([
      'redirects.json:4:5 redirect-loop Nobody arrives: "a" → "b" → "a"',
      'redirects.json:5:5 redirect-loop Nobody arrives: "b" → "a" → "b"',
      'redirects.json:6:5 redirect-loop Nobody arrives: "c" → "c"',
    ]);
  });

  it("redirect-shadowed: a source that is a living page or place", async () => {
    const { problems } = await check(
      ledger('{ "from": "index", "to": null }', '{ "from": "index#part", "to": "guide/install" }'),
    );

    expect(problems).toEqual([
      'redirects.json:4:5 redirect-shadowed "index" is in the docs, so nobody is redirected from it',
      'redirects.json:5:5 redirect-shadowed "index#part" is in the docs, so nobody is redirected from it',
    ]);
  });

  it("redirect-duplicate: a source that has an entry already", async () => {
    const { problems } = await check(
      ledger('{ "from": "a", "to": "index" }', '{ "from": "a", "to": null }'),
    );

    expect(problems).toEqual([
      'redirects.json:5:5 redirect-duplicate "a" is redirected on line 4 already',
    ]);
  });

  it("a chain is printed collapsed, as a hint", async () => {
    const { problems, hints } = await check(
      ledger(
        '{ "from": "a", "to": "b#x" }',
        '{ "from": "b", "to": "c" }',
        '{ "from": "c", "to": "index#part" }',
      ),
    );

    expect(problems).toEqual([]);
    expect(hints).toEqual([
      'redirects: "a" leads to "index#part" through "b#x" and "c#x"; it is printed without them.',
      'redirects: "b" leads to "index#part" through "c"; it is printed without them.',
    ]);
  });

  it("redirect-chain: more than 10 steps; the message names five of them", async () => {
    const chain = Array.from({ length: 12 }, (_, at) => {
      const to = at === 11 ? "guide/install" : `c${at + 1}`;
      return `{ "from": "c${at}", "to": "${to}" }`;
    });
    const { problems, hints } = await check(ledger(...chain));

    expect(problems).toEqual([
      'redirects.json:4:5 redirect-chain "c0" leads to "guide/install" through "c1", "c2", "c3", "c4", "c5" and 6 more: 12 steps, expected 10 at most (guide/install)',
      'redirects.json:5:5 redirect-chain "c1" leads to "guide/install" through "c2", "c3", "c4", "c5", "c6" and 5 more: 11 steps, expected 10 at most (guide/install)',
    ]);
    expect(hints).toHaveLength(9);
    expect(hints[0]).toBe(
      'redirects: "c2" leads to "guide/install" through "c3", "c4", "c5", "c6", "c7" and 4 more; it is printed without them.',
    );
  });

  it("redirect-loop: of a long loop the message names five", async () => {
    const loop = Array.from(
      { length: 1000 },
      (_, at) => `{ "from": "c${at}", "to": "c${(at + 1) % 1000}" }`,
    );
    const { problems } = await check(ledger(...loop));

    expect(problems).toHaveLength(1000);
    expect(problems[0]).toBe(
      'redirects.json:4:5 redirect-loop Nobody arrives: "c0" → "c1" → "c2" → "c3" → "c4" → "c5" → …',
    );
  });

  it("each entry has its place, whatever is in the strings before it", async () => {
    const text = `{"redirects":[{"from":"a{[\\"","to":null},\n\t{"to":"]}\\\\","from":"b"}, {"from":"index",\n"to":null}],"version":1}`;

    expect((await check(text)).problems).toEqual([
      'redirects.json:2:2 redirect-target "]}\\" is not in the docs',
      'redirects.json:2:28 redirect-shadowed "index" is in the docs, so nobody is redirected from it',
    ]);
  });

  it.each([
    ["a list, as Mintlify has it", '[{ "source": "/a", "destination": "/b" }]'],
    ["an object without version", '{ "redirects": [{ "source": "/a", "destination": "/b" }] }'],
    ["a text", '"version"'],
    ["not JSON", "// Redirects\n[]"],
  ])("another program's redirects.json is left alone: %s", async (_, text) => {
    expect(await check(text)).toEqual({
      problems: [],
      hints: [
        '"redirects.json" is not a ledger of redirects, because it is not an object with "version"; it is left alone. If there is no ledger, set "redirects" to false.',
      ],
    });
    expect((await generateFrom({ ...DOCS, "redirects.json": text })).content.redirects).toEqual([]);
  });

  it("redirects: false says that there is no ledger, whatever redirects.json is", async () => {
    for (const text of ["[]", '{ "version": 7 }', ledger('{ "from": "a", "to": "index" }')]) {
      expect(await check(text, { redirects: false })).toEqual({ problems: [], hints: [] });
    }
  });

  it("a file that the configuration names is the ledger, and an error if it is none", async () => {
    const config = { redirects: "redirects.json" };

    expect((await check("[]", config)).problems).toEqual([
      "redirects.json:1:1 redirect-syntax The ledger has an unexpected shape: expected an object",
    ]);
  });

  it.each([
    [
      "not JSON",
      '{ "version": 1, "redirects": [',
      "redirects.json:1:31 redirect-syntax The ledger is not JSON",
    ],
    [
      "of another version",
      '{ "version": 2, "redirects": [] }',
      "redirects.json:1:14 redirect-syntax The ledger has an unexpected shape at version: expected 1",
    ],
    [
      "with an entry that has no target",
      ledger('{ "from": "a" }'),
      "redirects.json:4:5 redirect-syntax The ledger has an unexpected shape at redirects[0].to: expected a string, not empty, or null",
    ],
    [
      "with a URL in place of an id",
      ledger('{ "from": "https://x.example/a", "to": "index" }'),
      'redirects.json:4:5 redirect-syntax "from" is "https://x.example/a", expected an id such as "guide/install"',
    ],
    [
      "with a folder as the target of a page",
      ledger('{ "from": "a", "to": "guide/**" }'),
      'redirects.json:4:5 redirect-syntax "to" is "guide/**", which is a folder, but "from" is not: expected "a/**"',
    ],
    [
      "with an address that is two",
      ledger('{ "from": "/docs//a", "to": "index" }'),
      'redirects.json:4:5 redirect-syntax "/docs//a" cannot be an address in the docs: it has empty or dotted folders, or control characters',
    ],
    [
      "with a file in place of an id",
      ledger('{ "from": "a.md#x", "to": "index" }'),
      'redirects.json:4:5 redirect-syntax "from" is "a.md#x", expected an id such as "guide/install"',
    ],
    [
      "that leads out of the docs",
      ledger('{ "from": "../a", "to": "index" }'),
      'redirects.json:4:5 redirect-syntax "../a" cannot be an address in the docs: it has empty or dotted folders, or control characters',
    ],
    [
      "with a line feed that would add a line to the file of a host",
      ledger('{ "from": "a", "to": "index\\n/b" }'),
      'redirects.json:4:5 redirect-syntax "index\\u{000a}/b" cannot be an address in the docs: it has empty or dotted folders, or control characters',
    ],
  ])(
    "a ledger %s is an error with its place, and nothing is published",
    async (_, text, problem) => {
      expect((await check(text)).problems).toEqual([problem]);
      const { problems } = await generateFrom({ ...DOCS, "redirects.json": text });
      expect(problems.map(({ severity }) => severity)).toEqual(["error"]);
    },
  );

  it("redirects in the configuration names another file, relative to the docs root", async () => {
    const files = { ...DOCS, "data/moved.json": ledger('{ "from": "a", "to": "index" }') };
    const named = await generateFrom(files, { redirects: "data/moved.json" });
    const missing = await generateFrom(DOCS, { redirects: "../gone.json" });

    expect(named.content.redirects).toEqual([{ from: "a", to: "index" }]);
    expect(missing.problems).toMatchObject([
      {
        file: "../gone.json",
        rule: "redirect-syntax",
        message: 'The ledger that "redirects" in the configuration names does not exist',
      },
    ]);
  });
});
