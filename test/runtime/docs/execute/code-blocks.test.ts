import { expect, it } from "vitest";
import { sectionHashesOf } from "../../../../corpus/sections/section-hashes.ts";
import { serializeCorpus } from "../../../../corpus/write/write.ts";
import { createExecutor } from "../../../../runtime/docs/execute/executor.ts";
import { createLongWork, createTurns } from "../../../../runtime/docs/execute/long-work.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { openBytes } from "../../../support/corpora.ts";
import { generateFrom } from "../../../support/tree.ts";

it("codeBlocks: has the blocks of a page as its readers see them, also those that it includes", async () => {
  const { content } = await generateFrom(
    {
      "a.md": "```sh\nb\n```\n\n# A\n\n- b\n\n  ~~~js a=1\n  b\n  c\n  ~~~\n\n<<< ./c.ts\n",
      "b.md": "# B\n",
      "c.ts": "let c;\n",
    },
    { site: "vitepress" },
  );
  const corpus = openBytes(serializeCorpus(content))!.corpus;
  const executor = createExecutor({
    onError(error) {
      throw error;
    },
    keepsDocuments: true,
    work: createLongWork({ turns: createTurns(), maxTimeMs: 5_000 }),
    maxAnswerBytes: 2 ** 20,
  });
  const query =
    "{ docs { codeBlocks { lang text } id blocks: codeBlocks { meta heading { anchor hash } } } }";
  const { json } = await executor.execute({ query, variables: {} }, createDocs(corpus));
  const hash = sectionHashesOf(corpus.docs[0]!).get(0);

  expect(content.docs.map((doc) => "codeBlocks" in doc)).toEqual([true, false]);
  expect(JSON.parse(String(json))).toEqual({
    data: {
      docs: [
        {
          codeBlocks: [
            { lang: "sh", text: "b" },
            { lang: "js", text: "b\nc" },
            { lang: "ts", text: "let c;" },
          ],
          id: "a",
          blocks: [
            { meta: null, heading: null },
            { meta: "a=1", heading: { anchor: "a", hash } },
            { meta: null, heading: { anchor: "a", hash } },
          ],
        },
        { codeBlocks: [], id: "b", blocks: [] },
      ],
    },
  });
});
