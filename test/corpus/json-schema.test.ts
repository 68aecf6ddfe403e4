import { expect, it } from "vitest";
import { corpusJsonSchema } from "../../corpus/schema.ts";

it("corpus.schema.json is the published form of the corpus schema", async () => {
  const text = `${JSON.stringify(corpusJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../corpus/corpus.schema.json");
});
