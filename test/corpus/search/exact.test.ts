import { describe, expect, it } from "vitest";
import { runSteps } from "../../../corpus/run-steps.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { ExactSearch } from "../../../corpus/search/exact.ts";
import { makeDoc, makeDocs } from "../../support/corpora.ts";

/** Pages of 64 KiB, so that 32 of them are a group. */
function makePages(count: number): Doc[] {
  const filler = "Nothing to see. ".repeat(2 ** 12);
  return makeDocs(count).map((doc, at) => ({
    ...doc,
    id: `page-${at}`,
    body: `${filler}zebra ${at}.`,
  }));
}

function find(docs: readonly Doc[], text: string): string[] {
  return runSteps(new ExactSearch(docs).matches(text)).map(({ id }) => id);
}

describe("ExactSearch", () => {
  it("DOC-B1 finds what changed, though most docs are those of an earlier search", () => {
    const docs = makePages(100);
    const added = makeDoc("added", { body: "A zebra 7." });
    const changed = makeDoc("page-50", { body: "A zebra 500." });
    const later = [added, ...docs.slice(0, 50), changed, ...docs.slice(53)];

    expect(find(docs, "zebra 50.")).toEqual(["page-50"]);
    expect(find(later, "zebra 50.")).toEqual([]);
    expect(find(later, "zebra 500.")).toEqual(["page-50"]);
    expect(find(later, "zebra 7.")).toEqual(["added", "page-7"]);
    expect(find(later, "zebra 53.")).toEqual(["page-53"]);
    expect(find(later, "zebra")).toEqual(later.map(({ id }) => id));
    expect(find(docs, "zebra 5")).toEqual(["page-5", ...docs.slice(50, 60).map(({ id }) => id)]);
  });
});
