import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, runShared } from "../support/command.ts";
import { writeHandbookCorpus } from "../support/server.ts";
import { makeFolder, makeSharedFolder, writeTree } from "../support/tree.ts";

const folder = makeSharedFolder();

beforeAll(async () => {
  await writeTree(folder(), {
    "questions.yaml": `
- query: install on linux
  expect: [/docs/guide/install/index#on-linux]
- query: first steps
  expect: [/docs/onboarding/team, /docs/guide/first-steps/]
- query: zzzzzzzzzz
  expect: [/docs/graphql/errors]
- query: serach
  expect: [/docs/graphql/search#limits]
`,
  });
  await writeHandbookCorpus(join(folder(), "corpus.json"));
});

function relevance(...args: readonly string[]) {
  return runShared(["relevance", "--corpus", "corpus.json", ...args], { cwd: folder() });
}

describe("docgate relevance", () => {
  it("finds an answer to nearly all questions about docgate among the first five", async () => {
    const corpus = join(await makeFolder(), "corpus.json");
    await runShared(["generate", "content", "--out", corpus]);

    const questions = join(ROOT, "content/questions.yaml");
    const line = ["relevance", questions, "--corpus", corpus, "--format", "json"];
    const { stdout } = await runShared(line);
    const result = JSON.parse(stdout);

    expect(result.questions).toBeGreaterThanOrEqual(60);
    expect(result.recallAt5, JSON.stringify(result.misses, null, 2)).toBeGreaterThanOrEqual(0.95);
  });

  it("prints the figures, and each miss with what came instead", async () => {
    expect(await relevance("questions.yaml")).toEqual({
      code: 0,
      stdout: [
        "zzzzzzzzzz",
        "  expected  /docs/graphql/errors",
        "",
        "recall@1  50.0 %, 2 of 4",
        "recall@5  75.0 %, 3 of 4",
        "MRR@10    0.625",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(JSON.parse((await relevance("questions.yaml", "--format", "json")).stdout)).toEqual({
      questions: 4,
      recallAt1: 0.5,
      recallAt5: 0.75,
      mrrAt10: 0.625,
      misses: [{ query: "zzzzzzzzzz", expect: ["/docs/graphql/errors"], rank: null, instead: [] }],
    });
    const markdown = await relevance("questions.yaml", "--format", "markdown");
    expect(markdown.stdout).toContain("| recall@5 | 75.0 %, 3 of 4 |");
    expect(markdown.stdout).toContain("- `zzzzzzzzzz`\n  - expected: `/docs/graphql/errors`\n");
  });

  it("exits with 1 below a bound, and names it", async () => {
    const within = await relevance("questions.yaml", "--min-recall", "0.75", "--min-mrr", "0.6");
    const below = await relevance("questions.yaml", "--min-recall", "0.8", "--min-mrr", "0.7");

    expect(within).toMatchObject({ code: 0, stderr: "" });
    expect(below.code).toBe(1);
    expect(below.stderr).toBe(
      "recall@5 is 0.750, but must be at least 0.8.\nMRR@10 is 0.625, but must be at least 0.7.\n",
    );
  });

  it("names each address that the corpus does not have, with its line and what was meant", async () => {
    const addresses = [
      "/docs/guide/first-step",
      "/docs/guide/install/index#on-linus",
      "/docs/index",
    ];
    await writeTree(folder(), {
      "moved.json": JSON.stringify([{ query: "a", expect: addresses }]),
    });

    const { code, stdout, stderr } = await relevance("moved.json");

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      'docgate: moved.json:1:25: the corpus has no page with the slug "/docs/guide/first-step". Did you mean "/docs/guide/first-steps"?\n' +
        '  moved.json:1:50: "/docs/guide/install/index" has no heading with the anchor "on-linus". Did you mean "/docs/guide/install/index#on-linux"?\n',
    );
  });

  it.each([
    ["not YAML", "- query: [", "wrong.yaml:1:11: not YAML: "],
    ["no questions", "[]", "wrong.yaml:1:1: expected at least one question."],
    [
      "a number as a query",
      "- query: 404\n  expect: [/docs]",
      "wrong.yaml:1:10: [0].query: expected",
    ],
    ["no list of addresses", "- query: a", "wrong.yaml:1:3: [0].expect: expected a list."],
    ["no address", "- query: a\n  expect: []", "wrong.yaml:2:11: expected at least one address."],
    [
      "another key",
      "- {query: a, expect: [b], x: 1}",
      "wrong.yaml:1:30: [0].x: expected no such key.",
    ],
    [
      "too long a query",
      `- {query: ${"a".repeat(501)}, expect: [b]}`,
      "wrong.yaml:1:11: expected at most 500 characters.",
    ],
  ])("exits with 2 for a mistake in the file, with its place: %s", async (_, text, message) => {
    await writeTree(folder(), { "wrong.yaml": text });

    const { code, stderr } = await relevance("wrong.yaml");

    expect(code).toBe(2);
    expect(stderr).toContain(`docgate: ${message}`);
  });

  it("exits with 2 for a bound that is not a share", async () => {
    const { code, stderr } = await relevance("questions.yaml", "--min-recall", "95");

    expect(code).toBe(2);
    expect(stderr).toContain("Expected a number from 0 to 1.");
  });
});
