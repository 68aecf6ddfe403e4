import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import { countTokens } from "../../../support/agent-answers.ts";
import { openTree } from "../../../support/agents.ts";
import { callModern, serveMcp } from "../../../support/mcp-server.ts";

const FILLER = "Some more words about it that fill the page with text. ".repeat(60);
const PAGES = {
  "index.md": "# Acme\n\nThe handbook of [setup](guide/setup.md#on-linux).\n",
  "guide/setup.md": `# Setup\n\n## On Linux\n\nRun \`acme install\` with a kubernetes cluster.\n\n### Ports\n\nPort 8080.\n\n## On Windows\n\nRun the installer.\n`,
  "guide/long.md": `# Long\n\n## First\n\n${FILLER}\n\n## Second\n\n${FILLER}\n`,
  "reference/errors.md": "# Errors\n\nE42 is a timeout.\n",
};

interface Result {
  readonly text: string;
  readonly isError: boolean;
}

async function serve(corpus?: Corpus) {
  const { url, errors } = await serveMcp(corpus ?? (await openTree(PAGES, { name: "Acme" })));
  async function call(name: string, given: Record<string, unknown>): Promise<Result> {
    const params = { name, arguments: given };
    const { result } = (await callModern(url, { method: "tools/call", params })).body;
    expect(Object.keys(result).sort()).toEqual(expect.arrayContaining(["content"]));
    expect(result.structuredContent).toBeUndefined();
    expect(result.content).toHaveLength(1);
    return { text: result.content[0].text, isError: result.isError === true };
  }
  return { url, call, errors };
}

describe("search_docs", () => {
  it("names each place once, best first, and gives the text of a short best one", async () => {
    const { call } = await serve();
    const { text } = await call("search_docs", { query: "install linux" });
    expect(text).toMatch(/^Acme · corpus [0-9a-f]{8}\n/);
    expect(text).toContain("1. /docs/guide/setup#on-linux: Setup › On Linux\n");
    expect(text).toContain(
      "=== /docs/guide/setup#on-linux: Setup › On Linux\n## On Linux\n\nRun `acme install`",
    );
  });

  it("also finds places that lack some words, and says how many have all", async () => {
    const { call } = await serve();
    const { text } = await call("search_docs", { query: "run installer windows kubernetes" });
    expect(text).toContain("2 places, none with all the words, best first.\n");
    const some = await call("search_docs", { query: "linux 8080" });
    expect(some.text).toContain("2 places, 1 with all the words, best first.\n");
    expect(some.text).toContain(". /docs/guide/setup#ports: ");
    expect(some.text).toContain(". /docs/guide/setup#on-linux: ");
    const lacking = await call("search_docs", { query: "installer zeppelin" });
    expect(lacking.text).toContain("\n   Missing: zeppelin\n");
  });

  it("says which ref continues the text of the best place", async () => {
    const { call } = await serve();
    const { text } = await call("search_docs", { query: "long", max_tokens: 300 });
    const [, ref] = /^Place 1 continues at (\S+~\d+) \(\d+ tokens\)\.$/m.exec(text)!;
    expect(text).toContain("=== /docs/guide/long: Long\n");
    expect((await call("read_docs", { refs: [ref] })).text).toContain(`=== ${ref}: Long\n`);
  });

  it("names a place once that versions of a page have in common", async () => {
    const page = "# Install\n\n## On Linux\n\nRun the `acme` installer.\n";
    const versions = ["v1", "v2", "v3"].map((name) => [`${name}/install.md`, page]);
    const { call } = await serve(await openTree(Object.fromEntries(versions)));
    const { text } = await call("search_docs", { query: "acme installer", limit: 2 });
    expect(text).toContain(
      "1. /docs/v1/install#on-linux: Install › On Linux\n   The same in v2, v3.",
    );
    expect(text).not.toContain("/docs/v2/");
    const within = await call("search_docs", { query: "acme installer", within: "v2" });
    expect(within.text).toContain("1. /docs/v2/install#on-linux: ");
    expect(within.text).not.toContain("The same");
  });

  it("searches a section or a page, and says what there is if there is neither", async () => {
    const { call } = await serve();
    const inSection = await call("search_docs", { query: "run", within: "guide" });
    expect(inSection.text).toContain("/docs/guide/setup#on-linux");
    const inPage = await call("search_docs", { query: "port", within: "/docs/guide/setup" });
    expect(inPage.text).toContain("/docs/guide/setup#ports");
    const nowhere = await call("search_docs", { query: "port", within: "giude" });
    expect(nowhere).toMatchObject({ isError: true });
    expect(nowhere.text).toContain("Sections: root (1), guide (2), reference (1).");
  });

  it("says what was corrected, what has only some words, and what would find something", async () => {
    const { call } = await serve();
    expect((await call("search_docs", { query: "kubrnetes" })).text).toContain(
      '"kubrnetes" occurs nowhere: searched for "kubernetes".',
    );
    expect((await call("search_docs", { query: "timeout linux" })).text).toContain(
      "2 places, none with all the words, best first.\n",
    );
    const nothing = await call("search_docs", { query: "kubernexyq" });
    expect(nothing.text).toContain("Nothing was found.\nWords that occur: kubernetes.");
    expect(nothing.text).toContain("Sections: ");
    expect((await call("search_docs", { query: '"timeout is"' })).text).toContain(
      "Without the quotes there",
    );
    const elsewhere = await call("search_docs", { query: "timeout", within: "guide" });
    expect(elsewhere.text).toContain(
      'Without "within" there is 1 place, first: /docs/reference/errors.',
    );
  });
});

describe("read_docs", () => {
  it("reads slugs, ids, anchors and addresses of the site, with links that can be read too", async () => {
    const config = { name: "Acme", siteUrl: "https://acme.example" };
    const { call } = await serve(await openTree(PAGES, config));
    const refs = ["/docs/guide/setup#ports", "reference/errors", "https://acme.example/docs/index"];
    const { text } = await call("read_docs", { refs });
    for (const part of ["Port 8080.", "E42 is a timeout.", "The handbook"])
      expect(text).toContain(part);
    const [, link] = /\[setup\]\(([^)]+)\)/.exec(text)!;
    expect((await call("read_docs", { refs: [link] })).text).toContain("acme install");
  });

  it("says at its top what is left out and which ref continues it", async () => {
    const { call } = await serve();
    const { text } = await call("read_docs", { refs: ["guide/long"], max_tokens: 400 });
    const [, ref] = /^Left out, to be read next: (\S+~\d+) \(\d+ tokens\)\.$/m.exec(text)!;
    expect(text.indexOf("Left out")).toBeLessThan(text.indexOf("==="));
    expect((await call("read_docs", { refs: [ref] })).text).toContain(`=== ${ref}: Long\n`);
  });

  it("says that max_tokens is too small for any part of a ref, instead of an answer without one", async () => {
    const name = "响应式系统".repeat(12);
    const folder = `${name}/${name}`;
    const { call } = await serve(
      await openTree({ [`${folder}/index.md`]: `# Far\n\n${"word ".repeat(400)}` }),
    );
    const refs = [folder];
    const { text } = await call("read_docs", { refs, max_tokens: 200 });
    expect(text).toContain("No part fits: raise max_tokens.");
    expect(text).not.toContain("===");
    expect((await call("read_docs", { refs, max_tokens: 1_000 })).text).toContain("word word");
  });

  it.each([
    [["reference/errors#errors", "reference/errors"], "/docs/reference/errors"],
    [["reference/errors", "reference/errors#errors"], "/docs/reference/errors#errors"],
  ])("reads %j, a page and the heading of all of it, once", async (refs, dropped) => {
    const { call } = await serve();
    const { text } = await call("read_docs", { refs });
    expect(text).toContain(`Part of another ref here: ${dropped}.`);
    expect(text.match(/E42 is a timeout/g)).toHaveLength(1);
  });

  it("shares a budget fairly: each ref gets what others do not need", async () => {
    const { call } = await serve();
    const refs = ["guide/long#first", "reference/errors", "guide/long#second"];
    const { text } = await call("read_docs", { refs, max_tokens: 700 });
    const parts = text.split("=== ").slice(1).map(countTokens);
    expect(text).toContain("E42 is a timeout.");
    expect(parts).toHaveLength(3);
    expect(Math.abs(parts[0]! - parts[2]!)).toBeLessThan(40);
  });

  it("drops a place of another ref, and one that is repeated", async () => {
    const { call } = await serve();
    const refs = ["/docs/guide/setup#ports", "guide/setup", "/docs/guide/setup.md"];
    const { text } = await call("read_docs", { refs });
    expect(text.match(/Port 8080/g)).toHaveLength(1);
    expect(text).toContain("Part of another ref here: /docs/guide/setup#ports, /docs/guide/setup.");
  });

  it("names the nearest pages of an unknown ref, next to those that are known", async () => {
    const { call } = await serve();
    const { text } = await call("read_docs", { refs: ["/docs/guide/setpu", "reference/errors"] });
    expect(text).toContain('There is no "/docs/guide/setpu". Nearest: /docs/guide/setup');
    expect(text).toContain("E42 is a timeout.");
  });
});

describe("list_docs", () => {
  it("lists pages down to a depth, folders below it with their sizes, and the headings of a page", async () => {
    const { call } = await serve();
    const top = await call("list_docs", { depth: 1 });
    expect(top.text.split("\n").slice(2)).toEqual([
      "guide/ (2 pages)",
      "/docs/index: Acme",
      "reference/ (1 page)",
    ]);
    const all = await call("list_docs", {});
    expect(all.text).toContain("/docs/guide/setup: Setup");
    const headings = await call("list_docs", { under: "guide/setup" });
    expect(headings.text).toContain("  /docs/guide/setup#on-linux: On Linux");
    const folder = await call("list_docs", { under: "reference" });
    expect(folder.text.split("\n").slice(2)).toEqual(["/docs/reference/errors: Errors"]);
  });

  it("shows a deeper level only if all of it fits, so that the whole is seen before any detail", async () => {
    const pages = ["a", "b", "c"].flatMap((section) =>
      Array.from({ length: 60 }, (_, at) => [`${section}/in/page-${at}.md`, `# Page ${at}\n`]),
    );
    const tree = { ...Object.fromEntries(pages), "a/first.md": "# First\n" };
    const { call } = await serve(await openTree(tree));
    const list = async (given: Record<string, unknown>) =>
      (await call("list_docs", given)).text.split("\n").slice(1);
    const note =
      'Left out: deeper levels, which "under" a folder below, or a higher "max_tokens", gives.';

    const levels = [
      ["a/ (61 pages)", "b/ (60 pages)", "c/ (60 pages)"],
      ["/docs/a/first: First", "a/in/ (60 pages)", "b/in/ (60 pages)", "c/in/ (60 pages)"],
    ] as const;
    expect(await list({ depth: 4, max_tokens: 1_000 })).toEqual([note, "", ...levels[1]]);
    expect(await list({ depth: 2, max_tokens: 1_000 })).toEqual(["", ...levels[1]]);
    expect(await list({ depth: 1 })).toEqual(["", ...levels[0]]);
    expect(await list({ depth: 4, max_tokens: 10_000 })).toHaveLength(1 + 181);
    const headings = Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\n### Within ${at}\n`);
    const page = await serve(await openTree({ "page.md": `# Page\n\n${headings.join("\n")}` }));
    const { text } = await page.call("list_docs", { under: "page", depth: 2, max_tokens: 1_500 });
    expect(text).toContain(note);
    expect(text.match(/: Part \d+$/gm)).toHaveLength(60);
    expect(text).not.toContain("Within");
  });

  it("continues a list that does not fit", async () => {
    const pages = Array.from({ length: 80 }, (_, at) => [`part/page-${at}.md`, `# Page ${at}\n`]);
    const { call } = await serve(await openTree(Object.fromEntries(pages)));
    const seen: string[] = [];
    for (let under: string | undefined = "part"; under !== undefined; ) {
      const { text } = await call("list_docs", { under, max_tokens: 300 });
      seen.push(...text.split("\n").filter((line) => line.startsWith("/docs/")));
      under = /"under": "([^"]+)"/.exec(text)?.[1];
    }
    expect(seen).toHaveLength(80);
    expect(new Set(seen).size).toBe(80);
  });
});

describe("Arguments", () => {
  it("ATTACK-L159 that are out of bounds or of another type are refused with what was expected", async () => {
    const { call, errors } = await serve();
    const query = "run";
    const refs = ["guide/setup"];
    for (const [name, given, message] of [
      ["search_docs", {}, '"query" must be a string.'],
      [
        "search_docs",
        { query: "x".repeat(501) },
        '"query" must have at most 500 characters, but it has 501.',
      ],
      [
        "search_docs",
        { query, limit: 0 },
        '"limit" must be a whole number from 1 to 20, but it is 0.',
      ],
      ["search_docs", { query, limit: 1.5 }, "but it is 1.5."],
      [
        "search_docs",
        { query, max_tokens: 1e9 },
        '"max_tokens" must be a whole number from 200 to 10000, but it is 1000000000.',
      ],
      ["search_docs", { query, max_tokens: "200" }, 'but it is "200".'],
      [
        "search_docs",
        { query, budget: 1 },
        'search_docs takes "query", "within", "limit", "max_tokens", but got "budget".',
      ],
      ["read_docs", { refs: [] }, '"refs" must be a list of 1 to 10 strings.'],
      ["read_docs", { refs: Array(11).fill("x") }, '"refs" must be a list of 1 to 10 strings.'],
      ["read_docs", { refs: [1] }, '"refs" must be a list'],
      ["read_docs", { refs, max_tokens: 199 }, "from 200 to 10000, but it is 199."],
      ["read_docs", { refs: ["x".repeat(2_001)] }, '"refs" must have at most 2000 characters'],
      ["list_docs", { depth: 5 }, '"depth" must be a whole number from 1 to 4, but it is 5.'],
    ] as const) {
      const { text, isError } = await call(name, given);
      expect([text, text.includes(message)]).toEqual([text, true]);
      expect(isError).toBe(true);
    }
    expect(errors).toEqual([]);
  });

  it("ATTACK-L159 offsets beyond a text, and odd ones, end at once", async () => {
    const { call } = await serve();
    for (const ref of [
      "guide/setup~999999999",
      "guide/setup~0",
      "guide/setup~-1",
      "guide/setup~1e9",
    ]) {
      expect((await call("read_docs", { refs: [ref], max_tokens: 200 })).text).toMatch(/^Acme/);
    }
  });

  it("of an unknown tool are refused as a protocol error that names the tools", async () => {
    const { url } = await serve();
    const params = { name: "delete_docs", arguments: {} };
    const { error } = (await callModern(url, { method: "tools/call", params })).body;
    expect(error).toMatchObject({ code: -32602 });
    expect(error!.message).toContain(
      "The tools are search_docs, read_docs, list_docs, verify_quote.",
    );
  });
});

describe("An argument that is wrong", () => {
  it("is answered below the first line that each answer has", async () => {
    const { call } = await serve();
    for (const given of [{ query: "a", within: "nope" }, { query: 1 }, {}]) {
      const { text, isError } = await call("search_docs", given);
      expect(isError).toBe(true);
      expect(text).toMatch(/^Acme · corpus [0-9a-f]{8}\n"/);
    }
  });

  it("of a section that does not exist is answered with the nearest one", async () => {
    const { call } = await serve();
    const { text } = await call("search_docs", { query: "port", within: "guide-" });
    expect(text).toContain('there is no "guide-". Nearest section: guide. Sections: ');
    const listed = await call("list_docs", { under: "referense" });
    expect(listed.text).toContain("Nearest section: reference. Sections: ");
  });
});

it("A list of refs may be a single ref", async () => {
  const { call } = await serve();
  const { text, isError } = await call("read_docs", { refs: "guide/setup#ports" });
  expect(isError).toBe(false);
  expect(text).toContain("Port 8080.");
});

it("ATTACK-L158 leaves hidden text out of titles, excerpts, lists, pages and resources", async () => {
  const tags = String.fromCodePoint(0xe0069, 0xe0067, 0xe006e);
  const hidden = `\u200b\u202e${tags}`;
  const page = `---\ntitle: "Ti${hidden}tle"\n---\n\n# Ti${hidden}tle\n\n<!-- secret-comment -->\n\nPlain ${hidden}words here.\n\n## He${hidden}ading\n\nMore.\n`;
  const { url, call } = await serve(await openTree({ "page.md": page }, { name: `A${hidden}cme` }));
  const answers = [
    (await call("search_docs", { query: "words" })).text,
    (await call("search_docs", { query: "more" })).text,
    (await call("read_docs", { refs: ["page"] })).text,
    (await call("list_docs", { under: "page" })).text,
    JSON.stringify((await callModern(url, { method: "resources/list" })).body.result),
    JSON.stringify(
      (await callModern(url, { method: "resources/read", params: { uri: "docs://page" } })).body
        .result,
    ),
  ];
  for (const answer of answers) {
    expect(answer).not.toMatch(/\u200b|\u202e|secret-comment/);
    expect(answer).not.toContain(tags);
  }
  expect(answers[0]).toContain("Plain words here.");
});

describe("Resources", () => {
  it("are listed a hundred at a time, read as their .md route gives them, and completed", async () => {
    const pages = Array.from({ length: 230 }, (_, at) => [`part/page-${at}.md`, `# Page ${at}\n`]);
    const { url } = await serve(await openTree(Object.fromEntries(pages)));
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const { result } = (await callModern(url, { method: "resources/list", params })).body;
      uris.push(...result.resources.map(({ uri }: { uri: string }) => uri));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(uris).size).toBe(230);
    const read = await callModern(url, { method: "resources/read", params: { uri: uris[0]! } });
    expect(read.body.result.contents[0]).toMatchObject({ mimeType: "text/markdown" });
    expect(read.body.result.contents[0].text).toMatch(/^# Page 0\n/);
    const params = {
      ref: { type: "ref/resource", uri: "docs://{+path}" },
      argument: { name: "path", value: "part/page-22" },
    };
    const { result } = (await callModern(url, { method: "completion/complete", params })).body;
    expect(result.completion.values).toEqual(
      expect.arrayContaining(["part/page-22", "part/page-220", "part/page-229"]),
    );
    expect(result.completion).toMatchObject({ total: 11, hasMore: false });
    const wrong = await callModern(url, { method: "resources/list", params: { cursor: "x" } });
    expect(wrong.body.error).toMatchObject({ code: -32602 });
  });
});

describe("verify_quote", () => {
  it("says whether a text is in the docs, where, and what differs", async () => {
    const { call } = await serve();
    const exact = await call("verify_quote", { quote: "acme install with a kubernetes cluster" });
    expect(exact.text).toMatch(
      /^Acme · corpus [0-9a-f]{8}\nExact: \/docs\/guide\/setup#on-linux: Setup › On Linux\nSHA-256 of the section: [0-9a-f]{64}, of the corpus: [0-9a-f]{64}\n\nacme install with a kubernetes cluster$/,
    );
    const close = await call("verify_quote", {
      quote: "acme install with a docker cluster",
      doc: "guide/setup",
    });
    expect(close.text).toContain("Close, with 1 difference: /docs/guide/setup#on-linux");
    expect(close.text).toContain('\n- quote "docker", docs "kubernetes"');
    const absent = await call("verify_quote", { quote: "nobody has ever written this" });
    expect(absent.text).toContain("\nAbsent: ");
    const short = await call("verify_quote", { quote: "too short" });
    expect(short).toMatchObject({ isError: true });
    expect(short.text).toContain('"quote" must be a quote of 20 to 1000 characters');
    const unknown = await call("verify_quote", { quote: "x".repeat(20), doc: "guide/setpu" });
    expect(unknown.text).toContain('there is no "guide/setpu". Nearest: /docs/guide/setup');
  });
});
