import { describe, expect, it } from "vitest";
import { createSegment, type Segment } from "../../../corpus/search/segment.ts";
import { toSegments } from "../../../corpus/search/segments.ts";
import { createSubstringIndex } from "../../../corpus/search/substring-index.ts";
import { FIELDS, type SearchedDoc } from "../../../corpus/search/texts.ts";
import { makeDoc } from "../../support/corpora.ts";

/** Seven docs of 1.7 megabytes: three per segment. */
const DOCS = Array.from({ length: 7 }, (_, i) =>
  makeDoc(`page-${i}`, {
    title: `Page ${i}`,
    description: i % 2 ? "An odd one." : null,
    headings: [{ depth: 2, text: `Part ${i} of 7`, anchor: "part", start: 0 }],
    body: `Number ${i}. ${`lorem ${i} ipsum `.repeat(120_000)} – the end of ${i}`,
  }),
);

function segmentsOf(docs: readonly SearchedDoc[], before?: readonly Segment[]): Segment[] {
  return toSegments(docs, { before, make: createSegment });
}

describe("toSegments", () => {
  it("DOC-B1: a text is found in the docs and fields that contain it, in any segment", () => {
    const index = createSubstringIndex(segmentsOf(DOCS));
    const textOf: Record<(typeof FIELDS)[number], (doc: SearchedDoc) => string> = {
      title: ({ title }) => title,
      headings: ({ headings }) => headings[0]!.text,
      description: ({ description }) => description ?? "",
      body: ({ body }) => body,
    };

    for (const needle of [
      "page 6",
      "part 3",
      "odd",
      "– the end of 5",
      "4 ips",
      "7",
      "1page",
      "nowhere",
      "",
    ]) {
      const sought = index.lookFor(needle);
      for (const field of FIELDS) {
        const checked = sought.candidates(field).filter((doc) => sought.isIn(doc, field));
        const expected = DOCS.flatMap((doc, i) =>
          textOf[field](doc).toLowerCase().includes(needle) ? [i] : [],
        );
        expect(sought.docsWith(field), `${needle} in ${field}`).toEqual(expected);
        expect(checked, `${needle} in ${field}, checked one by one`).toEqual(expected);
      }
    }
  });

  it("reuses the segments whose docs are unchanged, if they are full or the last", () => {
    const before = segmentsOf(DOCS);
    const [first, second, third, ...rest] = DOCS;
    const edited = [makeDoc("0"), first!, { ...second!, body: "Edited." }, third!, ...rest];

    const after = segmentsOf(edited, before);

    expect(before.map(({ docs }) => docs.length)).toEqual([3, 3, 1]);
    expect(after[1]).toBe(before[1]);
    expect(after.at(-1)).toBe(before.at(-1));
    expect(after.flatMap(({ docs }) => docs)).toEqual(edited);

    const longer = segmentsOf([...edited, makeDoc("8")], after);

    expect(longer[1]).toBe(before[1]);
    expect(longer.map(({ docs }) => docs.length).at(-1)).toBe(2);
  });
});
