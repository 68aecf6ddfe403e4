import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMAT_VERSION } from "../../../corpus/layout.ts";
import { verifyCorpus } from "../../../corpus/open/verify.ts";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { ANY_CHARACTER } from "../../support/any-character.ts";
import { contentOf, makeDoc, plainContent } from "../../support/corpora.ts";

const ZEROS = "0".repeat(64);

describe("serializeCorpus", () => {
  const content = contentOf([
    makeDoc("a", { body: `A text with ${ZEROS} and "sha256":"${ZEROS}" in it.\n` }),
    makeDoc("b", { title: "Ünïcödé 😀 \u2028" }),
  ]);

  it("DOC-A12 gives the same bytes for the same content", () => {
    expect(serializeCorpus(structuredClone(content))).toEqual(serializeCorpus(content));
  });

  it("DOC-A12 gives different bytes and a different hash for different content", () => {
    const other = { ...content, meta: { ...content.meta, name: "Other" } };
    const hashOf = (bytes: Buffer) => JSON.parse(bytes.toString()).sha256;

    expect(hashOf(serializeCorpus(other))).not.toBe(hashOf(serializeCorpus(content)));
  });

  it("DOC-A12 contains a format version and the SHA-256 of its bytes with these digits as zeros", () => {
    const text = serializeCorpus(content).toString();
    const { formatVersion, sha256 } = JSON.parse(text);
    const digest = createHash("sha256").update(text.replace(sha256, ZEROS)).digest("hex");

    expect(formatVersion).toBe(FORMAT_VERSION);
    expect(sha256).toBe(digest);
  });

  it("is JSON in UTF-8 with one doc per line, ending in a line feed", () => {
    const text = serializeCorpus(content).toString();
    const lines = text.split("\n");

    expect(text.endsWith("}\n")).toBe(true);
    for (const doc of content.docs) {
      expect(lines).toContainEqual(expect.stringMatching(/^\{.*\},?$/));
      expect(lines.map((line) => line.replace(/,$/, ""))).toContain(JSON.stringify(doc));
    }
  });

  it("is read back unchanged, for any texts and any number of docs", () => {
    const texts = fc.record({ title: fc.string({ unit: ANY_CHARACTER }), body: fc.string() });

    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (all) => {
        const given = contentOf(all.map((fields, index) => makeDoc(`page-${index}`, fields)));
        const { meta, redirects, docs, words, graph, search } = verifyCorpus(
          serializeCorpus(given),
          "corpus",
        );

        expect({ meta, redirects, docs, words, graph, search }).toEqual(plainContent(given));
      }),
    );
  });
});
