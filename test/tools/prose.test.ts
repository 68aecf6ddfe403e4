import { describe, expect, it } from "vitest";
import { findExpressions, findParticiples } from "./prose.ts";
import { proseOf } from "./prose-of.ts";

const findIn = (path: string, source: string) => findExpressions(proseOf(path, source));

/** Sentences that read like a translation, and how a native writer says the same. */
const SENTENCES = [
  [
    "Told of every error that is no fault of a request.",
    "Called with each error that docgate itself caused.",
  ],
  [
    "No header comes twice, and the Host is no riddle.",
    "True if no header is repeated and Host is a plain host name.",
  ],
  ["Nobody is so long in writing a file.", "Temporary files older than this were abandoned."],
  ["What is no YAML has been reported.", "Invalid YAML has its own problem already."],
  ["Answers say that; this is for who asks before.", "This answers preflight requests."],
  ["Threads to use; 1 unless told.", "Threads to use. Default: 1."],
  ['Frontmatter "title" is no text.', 'Frontmatter "title" is not a string; it is ignored.'],
  ['It has a doc "x" that the corpus has not.', 'It lists "x", which is not in the corpus.'],
  ["Too much is going on. Try again.", "The server is busy. Try again in a moment."],
  ["The link is not valid, or not any more.", "The link is invalid or has expired."],
  ["The ratio is no ratio from 0 to 1.", "The ratio is not a number from 0 to 1; using 1."],
  ["Checks the store and says what to mend.", "Checks the store and suggests fixes."],
  ["At most so many docs, 0 or more.", "Maximum number of docs to return; 0 or more."],
  ["Read this to run docgate in earnest.", "Read this to run docgate in production."],
  ["A date or a truth value is kept.", "Dates and booleans are kept as written."],
  ["A bare address is no link.", "A bare address is not a link."],
  ["Shows how the service is shut in.", "Shows how the service is sandboxed."],
  ["Report a weakness in private.", "Report a vulnerability in private."],
  ["The index is built anew.", "The index is built again."],
  ["The file lies beside the old one.", "The file lies next to the old one."],
  ["Others are sent as they are meanwhile.", "Others are sent uncompressed in the meantime."],
  ["The thread has a heap of its own.", "The thread has its own heap."],
  ["The key is not bound any more.", "The key is no longer bound."],
  ["Serves a key by the name of Shop.", "Serves a key named Shop."],
  ["Loads files of which those count that a query needs.", "Loads the files that a query needs."],
  ["Pages of which not all are loaded.", "Pages that may not be loaded."],
  ["People of whom docgate has no address.", "People whose address is not known."],
] as const;

describe("findExpressions", () => {
  it.each(SENTENCES)("refuses %j, and accepts %j", (bad, good) => {
    for (const [path, write] of WAYS) {
      expect(findIn(path, write(bad)), write(bad)).not.toEqual([]);
      expect(findIn(path, write(good)), write(good)).toEqual([]);
    }
  });

  it.each([
    "There is no page, there are no links, and is there no end?",
    "The lock is no longer held, and is no more than a file.",
    "As long as it runs, and so many pages that a build takes hours.",
    "Nothing is recommended, amended or commended besides that.",
    "Records who may do what, and whoever asks.",
    "It has not been read, and has nothing to show.",
    "Two lines, the first of which is empty, and parts, each of which has its hash.",
  ])("accepts %j", (sentence) => {
    expect(findIn("a.ts", `// ${sentence}\n`)).toEqual([]);
  });

  it("finds an expression that continues on the next line, at its place", () => {
    const source = "/**\n * Threads to use; 1 unless\n * told.\n */\nconst unless = 1;\n";
    const [finding, ...others] = findIn("a.ts", source);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ expression: "unless told" });
    expect(source.slice(finding!.offset)).toMatch(/^unless\n \* told/);
  });

  it("finds no expression that reaches from one text into the next, or out of code", () => {
    expect(findIn("a.ts", 'say("unless", "told"); // told\nconst anew = beside.mend;\n')).toEqual(
      [],
    );
  });

  it.each(["What is served.", "Whether it runs.", "Of a page.", "Told when it ends."])(
    "refuses a comment that begins as a fragment: %j",
    (sentence) => {
      expect(findIn("a.ts", `/** ${sentence} */\n`)).toHaveLength(1);
      expect(findIn("a.ts", `run(); // ${sentence}\n`)).toHaveLength(1);
      expect(findIn("a.ts", `// Runs once.\n// ${sentence}\n`)).toEqual([]);
      expect(findIn("a.md", `${sentence}\n`)).toEqual([]);
    },
  );

  it("accepts expressions in the code of a page and in targets of links", () => {
    const page = "Set `anew`, see [the page](beside.md#mend).\n\n```text\nmend\n```\n\nRead on.\n";
    expect(findIn("a.md", page)).toEqual([]);
    expect(findIn("a.md", `${page}Read anew.\n`)).toMatchObject([{ expression: "anew" }]);
  });
});

const WAYS: ReadonlyArray<readonly [string, (sentence: string) => string]> = [
  ["a.ts", (sentence) => `run();\n/** Runs. ${sentence} */\n`],
  ["a.ts", (sentence) => `throw new Error(\`\${place}: ${sentence}\`);\n`],
  ["a.tsx", (sentence) => `const part = <p class="note">${sentence}</p>;\n`],
  ["a.md", (sentence) => `# Title\n\n${sentence}\n`],
  ["a.yml", (sentence) => `run: true # ${sentence}\n`],
];

describe("findParticiples", () => {
  it.each([
    "interface Asked {",
    "export interface Found<Row> {",
    "type Told = string;",
    "class Watched implements Watch {",
    "export interface Kept extends Entry {",
  ])("refuses %j", (declaration) => {
    const name = declaration.match(/[A-Z][a-z]+/)![0];
    expect(findParticiples(`\n${declaration}\n`)).toMatchObject([{ expression: name }]);
  });

  it.each([
    "interface ProvenDomain {",
    "type Feed = string;",
    "export type Speed = number;",
    "type SendOptions = { readonly isKept: boolean };",
    "import { type Found } from './a.ts';",
    "// type Found = string",
    "interface Reading {",
  ])("accepts %j", (declaration) => {
    expect(findParticiples(`${declaration}\n`)).toEqual([]);
  });
});
