import { describe, expect, it } from "vitest";
import { nearestPages } from "../../../runtime/agents/nearest-pages.ts";
import { corpusFrom, makeDoc, makeDocs } from "../../support/corpora.ts";
import { cpuMsOf } from "../../support/cpu-time.ts";

const corpus = corpusFrom([
  makeDoc("index", { title: "Home" }),
  makeDoc("guide/index", { title: "Guide" }),
  makeDoc("guide/first-steps", { title: "First steps" }),
  makeDoc("guide/install/linux", { title: "Set up on Linux" }),
  makeDoc("reference/command-line", { title: "Command line" }),
  makeDoc("reference/Überblick", { title: "Überblick" }),
]);

describe("nearestPages", () => {
  it.each([
    ["a misspelt slug", "/docs/guide/frist-steps", "guide/first-steps"],
    ["an id", "guide/first-step", "guide/first-steps"],
    ["another folder", "/docs/tutorial/first-steps", "guide/first-steps"],
    ["another ending", "/docs/guide/first-steps.html", "guide/first-steps"],
    ["the folder that has moved", "/docs/manual/install/linux.md?x#y", "guide/install/linux"],
    ["words of a title", "/help/set-up", "guide/install/linux"],
    ["a misspelt word", "/docs/linus", "guide/install/linux"],
    ["another case, percent-encoded", "/docs/reference/%C3%BCberblick", "reference/Überblick"],
    ["an address of any host", "https://example.org/old/command-line", "reference/command-line"],
    ["a folder", "/docs/guides/", "guide/index"],
  ])("finds a page by %s", (_, address, id) => {
    expect(nearestPages(corpus, address)[0]?.id).toBe(id);
  });

  it("names at most as many pages as wanted, the nearest first", () => {
    const many = corpusFrom(makeDocs(50));

    expect(nearestPages(many, "/docs/part/page-007x").map(({ id }) => id)).toHaveLength(5);
    expect(nearestPages(many, "/docs/part/page-007x", 2)[0]?.id).toBe("part/page-007");
  });

  it.each(["", "/", "%", "%ff%00", "\0", "zzzzzz", "../../..", "/docs/", "#".repeat(9_999)])(
    "answers %j without an error",
    (address) => {
      expect(nearestPages(corpus, address).length).toBeLessThanOrEqual(5);
    },
  );

  it("answers an address of any length at once", () => {
    const address = "/a-b".repeat(1_000_000);
    expect(cpuMsOf(() => nearestPages(corpus, address))).toBeLessThan(1_000);
  });
});
