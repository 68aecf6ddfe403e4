import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import { libraryOf } from "../../../../runtime/agents/mcp/create-library.ts";
import { type Library, passageOf, refOf } from "../../../../runtime/agents/mcp/library.ts";
import { listDocs } from "../../../../runtime/agents/mcp/tools/list-docs.ts";
import { readDocs } from "../../../../runtime/agents/mcp/tools/read-docs.ts";
import { searchDocs } from "../../../../runtime/agents/mcp/tools/search-docs.ts";
import {
  continuationsIn,
  countTokens,
  endsInFence,
  refsIn,
} from "../../../support/agent-answers.ts";
import { openFolder, openTree } from "../../../support/agents.ts";
import { ROOT } from "../../../support/command.ts";
import { RUNS } from "../../../support/extent.ts";
import { finish } from "../../../support/finish.ts";
import { createRandom } from "../../../support/random.ts";

const BUDGETS = [200, 201, 250, 400, 1_000, 2_500, 10_000];

/** Pages with everything that is hard to cut: long lines, nested code, other scripts. */
const HARD = {
  "index.md": `# Home\n\n${"word ".repeat(3_000)}\n`,
  "code/long.md": `# Long code\n\n\`\`\`ts\n${"const value = compute(1, 2);\n".repeat(300)}\`\`\`\n\nEnd.\n`,
  "code/nested.md": `# Nested\n\n- One:\n\n  \`\`\`\`md\n${"  ```\n  inner\n  ```\n".repeat(60)}  \`\`\`\`\n\n> ~~~\n${"> quoted\n".repeat(200)}> ~~~\n`,
  "code/windows.md": `# Windows\r\n\r\n\`\`\`\r\n${"PS C:\\> Get-Item\r\n".repeat(200)}\`\`\`\r\n\r\nEnd.\r\n`,
  "code/one-line.md": `# One line\n\n\`\`\`\n${"a1B2".repeat(4_000)}\n\`\`\`\n`,
  "指南/安装 方法.md": `# 安装方法\n\n## 第一步\n\n${"响应式系统会自动更新页面。".repeat(300)}\n\n## 第二步\n\n完成。\n`,
  "other/many.md": `# Many\n\n${Array.from({ length: 300 }, (_, at) => `## Heading ${at}\n\nText ${at}.\n`).join("\n")}`,
  "other/emoji.md": `# Emoji\n\n${"😀".repeat(2_000)}\n`,
};

async function openAll(): Promise<readonly Corpus[]> {
  return [
    await openFolder(`${ROOT}/content`, { name: "docgate" }),
    await openTree(HARD, { name: "名称 ".repeat(60), siteUrl: "https://docs.example.com/base" }),
  ];
}

function refsOf({ docs }: Corpus): string[] {
  return docs.flatMap((doc) =>
    [null, ...doc.headings].map((heading) => refOf(passageOf(doc, heading))),
  );
}

describe("Answers", () => {
  it("keep every budget, end no code block open, and name refs that can be read", async () => {
    const random = createRandom(7);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
    for (const corpus of await openAll()) {
      const library = libraryOf(corpus, undefined);
      const refs = refsOf(corpus);
      const words = corpus.docs.flatMap(({ headings }) =>
        headings.flatMap(({ text }) => text.split(/\s+/)),
      );
      const some = (count: number) => Array.from({ length: count }, () => pick(refs));
      for (let run = 0; run < RUNS.costly; run++) {
        const maxTokens = pick(BUDGETS);
        const query = `${pick(words)} ${pick(words)}`;
        const within = random() < 0.2 ? pick(refs) : undefined;
        const limit = 1 + Math.floor(random() * 20);
        const found = finish(searchDocs(library, { query, within, limit, maxTokens }));
        check(library, found, maxTokens);
        const broken = random() < 0.5 ? [`${pick(refs)}zz`] : [];
        const cut = random() < 0.5 ? [`${pick(refs)}~${Math.floor(random() * 3_000)}`] : [];
        const asked = [...some(1 + Math.floor(random() * 8)), ...broken, ...cut];
        check(library, finish(readDocs(library, { refs: asked, maxTokens })), maxTokens);
        const under = pick([undefined, pick(refs), pick(corpus.docs).section, "nowhere"]);
        check(
          library,
          finish(listDocs(library, { under, depth: 1 + Math.floor(random() * 4), maxTokens })),
          maxTokens,
        );
      }
    }
  });

  it("give the section exactly when their continuations are joined", async () => {
    const random = createRandom(8);
    for (const corpus of await openAll()) {
      const library = libraryOf(corpus, undefined);
      const refs = refsOf(corpus);
      for (let run = 0; run < RUNS.costly; run++) {
        const ref = refs[Math.floor(random() * refs.length)]!;
        expect(readAll(library, ref, 200 + Math.floor(random() * 800))).toBe(
          library.textOf(library.find(ref)!.passage).markdown,
        );
      }
    }
  });
});

function check(library: Library, answer: string, maxTokens: number): void {
  expect([answer, countTokens(answer) <= maxTokens]).toEqual([answer, true]);
  expect([answer, endsInFence(answer)]).toEqual([answer, false]);
  for (const ref of refsIn(answer))
    expect([ref, library.find(ref) !== undefined]).toEqual([ref, true]);
}

/** Reads a passage answer by answer. The refs of the continuations say how long each piece is. */
function readAll(library: Library, ref: string, maxTokens: number): string {
  let joined = "";
  for (let next: string | undefined = ref; next !== undefined; ) {
    const answer = finish(readDocs(library, { refs: [next], maxTokens }));
    check(library, answer, maxTokens);
    const [continuation] = continuationsIn(answer);
    const part = answer.slice(answer.indexOf("\n", answer.indexOf("\n\n=== ") + 2) + 1);
    const { markdown } = library.textOf(library.find(ref)!.passage);
    const end = continuation ? Number(/\d+$/.exec(continuation)![0]) : markdown.length;
    const length = end - joined.length;
    expect(length).toBeGreaterThan(0);
    // A piece of a code block begins with the line that opens it.
    const start =
      /^[ >]*(?:`{3,}|~{3,})/.test(part) &&
      joined.length > 0 &&
      !part.startsWith(markdown.slice(joined.length, end))
        ? part.indexOf("\n") + 1
        : 0;
    joined += part.slice(start, start + length);
    next = continuation;
  }
  return joined;
}
