import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FORMAT_VERSION } from "../../corpus/layout.ts";
import { corpusJsonSchema, docShape } from "../../corpus/schema.ts";
import { ROOT } from "../support/command.ts";

it("corpus.schema.json is the published form of the corpus schema", async () => {
  const text = `${JSON.stringify(corpusJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../corpus/corpus.schema.json");
});

/** Digests of the shape of each format version. */
const SHAPES: Readonly<Record<number, string>> = {
  3: "47c267ac90e92db9",
};

it("another shape of the corpus has another format version", () => {
  const shape = JSON.stringify(corpusJsonSchema(), (key, value) =>
    key === "description" && typeof value === "string" ? undefined : value,
  );
  const digest = createHash("sha256").update(shape).digest("hex").slice(0, 16);

  expect(digest, "The shape has changed: raise FORMAT_VERSION, and add its digest").toBe(
    SHAPES[FORMAT_VERSION],
  );
});

it("the page of the format has every key of a doc, in its order", () => {
  const page = readFileSync(join(ROOT, "content/tooling/corpus-format.md"), "utf8");
  const [docs] = page.split("| `id` | string | path").slice(1);
  const keys = Array.from(docs!.split("\n\n")[0]!.matchAll(/^\| `(\w+)` \|/gm), ([, key]) => key);

  expect(["id", ...keys]).toEqual(Object.keys(docShape.fields));
});
