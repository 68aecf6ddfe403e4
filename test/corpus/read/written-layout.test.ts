import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMAT_VERSION } from "../../../corpus/layout.ts";
import { bodyJson } from "../../../corpus/read/body.ts";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { ANY_CHARACTER } from "../../support/any-character.ts";
import { contentOf, makeDoc, openBytes, seal } from "../../support/corpora.ts";
import { RUNS } from "../../support/extent.ts";

/** Texts that resemble what is around them in the file, and halves of characters. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: ANY_CHARACTER }),
  fc.constantFrom(
    ',"body":"',
    '","wordCount":7,"body":"',
    '"\n],\n"graph":{}',
    ',\n"search":',
    ',"index":[',
    "\\",
    '\\"',
    "\u0000\u001f\u007f\u2028",
    "\ud83d",
    "\ude00",
    "Größe – “第一步” 😀",
  ),
);
const BYTES = serializeCorpus(
  contentOf([
    makeDoc("a/one", { title: "Größe", body: "Grün\n", links: ["a/two"] }),
    makeDoc("a/two", { body: "two" }),
  ]),
);

/** Changes a text in the file and updates the hash. */
function change(from: string, to: string | Buffer): Buffer {
  const at = BYTES.indexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  const rest = BYTES.subarray(at + Buffer.byteLength(from));
  const bytes = Buffer.concat([BYTES.subarray(0, at), Buffer.from(to as string), rest]);
  const hashAt = bytes.indexOf('"sha256":"') + '"sha256":"'.length;
  bytes.write("0".repeat(64), hashAt);
  bytes.write(createHash("sha256").update(bytes).digest("hex"), hashAt);
  return bytes;
}

describe("openWritten", () => {
  it("reads what serializeCorpus writes, for any texts and any number of docs", () => {
    const fields = fc.record({
      title: text,
      description: fc.option(text),
      body: text,
      headings: fc.array(fc.record({ depth: fc.constant(1), text, anchor: text, start: fc.nat() })),
      links: fc.array(text.filter((to) => to !== "")),
    });

    fc.assert(
      fc.property(fc.array(fields, { maxLength: 4 }), text, (all, name) => {
        const given = all.map((doc, index) => makeDoc(`page-${index}`, doc));
        const content = contentOf(given, name);

        const { docs, meta } = openBytes(serializeCorpus(content))!.corpus;

        expect(docs).toEqual(given);
        expect(meta).toEqual(content.meta);
      }),
      { numRuns: RUNS.costly },
    );
  });

  it("keeps each body as the bytes that JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (bodies) => {
        const given = bodies.map((body, index) => makeDoc(`page-${index}`, { body }));

        const { docs } = openBytes(serializeCorpus(contentOf(given)))!.corpus;

        expect(docs.map((doc) => bodyJson(doc).toString())).toEqual(
          bodies.map((body) => JSON.stringify(body)),
        );
      }),
      { numRuns: RUNS.costly },
    );
  });

  it("gives docs that are plain data", () => {
    const [doc] = openBytes(Buffer.from(BYTES))!.corpus.docs;
    const { body, ...rest } = doc!;

    expect(body).toBe("Grün\n");
    expect(Object.keys(doc!)).toEqual(Object.keys(makeDoc("a/one")));
    expect(JSON.stringify(doc)).toBe(JSON.stringify({ ...makeDoc("a/one"), ...rest, body }));
    expect(structuredClone(doc)).toEqual(doc);
    expect({ ...doc }).toEqual(doc);
  });

  it.each([
    ["with another hash", () => Buffer.from(BYTES.toString().replace("Grün", "Grau"))],
    ["in another layout", () => seal(JSON.parse(BYTES.toString()))],
    [
      "of another format version",
      () => change(`"formatVersion":${FORMAT_VERSION}`, '"formatVersion":1'),
    ],
    ["with extra text before it", () => change('{"$schema"', '{"extra":1,"$schema"')],
    ["with extra text after it", () => change("}}\n", "}}\n\n")],
    ["with unexpected metadata", () => change('"name":"Test"', '"title":"Test"')],
    ["with two docs on one line", () => change('},\n{"id":"a/two"', '},{"id":"a/two"')],
    ["without a comma between docs", () => change('},\n{"id":"a/two"', '}\n{"id":"a/two"')],
    ["with a doc of an unexpected shape", () => change('"wordCount":0', '"wordCount":0.5')],
    ["with a doc without a body", () => change('"body":"two",', "")],
    ["with a graph that does not match its docs", () => change('"to":"a/two"', '"to":"a/one"')],
    ["with bytes that are not UTF-8", () => change("Größe", Buffer.from("Größe", "latin1"))],
    ["with a body that is not a string", () => change('"body":"two"', '"body":["two"]')],
    ["with a body that is not JSON", () => change('"body":"two"', '"body":"\\xtwo"')],
  ])("refuses a file %s", (_, make) => {
    expect(openBytes(make())).toBeNull();
  });
});
