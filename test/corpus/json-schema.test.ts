import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { FORMAT_VERSION } from "../../corpus/layout.ts";
import { corpusJsonSchema } from "../../corpus/schema.ts";

it("corpus.schema.json is the published form of the corpus schema", async () => {
  const text = `${JSON.stringify(corpusJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../corpus/corpus.schema.json");
});

/** Digests of the shape of each format version. */
const SHAPES: Readonly<Record<number, string>> = { 3: "6d202fb0472be514" };

it("another shape of the corpus has another format version", () => {
  const shape = JSON.stringify(corpusJsonSchema(), (key, value) =>
    key === "description" && typeof value === "string" ? undefined : value,
  );
  const digest = createHash("sha256").update(shape).digest("hex").slice(0, 16);

  expect(digest, "The shape has changed: raise FORMAT_VERSION, and add its digest").toBe(
    SHAPES[FORMAT_VERSION],
  );
});
