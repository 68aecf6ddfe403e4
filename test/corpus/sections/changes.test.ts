import fc from "fast-check";
import { expect, it } from "vitest";
import { runSteps } from "../../../corpus/run-steps.ts";
import { type Changes, changesBetween } from "../../../corpus/sections/changes.ts";
import type { Snapshot } from "../../../corpus/sections/snapshot.ts";
import { RUNS } from "../../support/extent.ts";

type Sections = Record<string, string>;

function snapshotOf(sha256: string, pages: Record<string, Sections>): Snapshot {
  return {
    sha256,
    pages: Object.entries(pages).map(([id, sections]) => ({
      id,
      slug: `/docs/${id}`,
      title: id.toUpperCase(),
      sections: Object.entries(sections).map(([anchor, hash]) => [anchor || null, hash]),
    })),
  };
}

/** Returns what an index holds: pages, and the hashes of sections by their places. */
function indexOf({ pages }: Snapshot) {
  return {
    pages: new Map(pages.map(({ id, slug, title }) => [id, { slug, title }])),
    sections: new Map(
      pages.flatMap(({ id, sections }) =>
        sections.map(([anchor, hash]) => [JSON.stringify([id, anchor]), hash] as const),
      ),
    ),
  };
}

/** Brings an index up to date, as its owner does. */
function apply({ pages, sections }: Changes, index: ReturnType<typeof indexOf>): void {
  const keyOf = ({ id, anchor }: { id: string; anchor: string | null }) =>
    JSON.stringify([id, anchor]);
  for (const { change, id, from } of pages) {
    if (change === "removed") index.pages.delete(id);
    if (from !== null) index.pages.delete(from);
  }
  for (const { change, id, slug, title } of pages) {
    if (change !== "removed") index.pages.set(id, { slug, title });
  }
  for (const section of sections) {
    if (section.change === "removed") index.sections.delete(keyOf(section));
    if (section.from !== null) index.sections.delete(keyOf(section.from));
  }
  for (const section of sections) {
    if (section.change !== "removed") index.sections.set(keyOf(section), section.hash);
  }
}

it("applied to the older state, the changes give the newer one", () => {
  const sections = fc.dictionary(fc.constantFrom("", "a", "b", "c"), fc.constantFrom(..."123456"));
  const state = fc.dictionary(fc.constantFrom("one", "two", "three", "four"), sections);
  fc.assert(
    fc.property(state, state, (before, after) => {
      const [older, newer] = [snapshotOf("0", before), snapshotOf("1", after)];
      const changes = runSteps(changesBetween(older, newer));
      const index = indexOf(older);
      apply(changes, index);
      expect(index).toEqual(indexOf(newer));
      // The same state has no changes.
      expect(runSteps(changesBetween(newer, newer))).toMatchObject({ pages: [], sections: [] });
    }),
    { numRuns: RUNS.cheap },
  );
});

it("tells what was added, changed, moved and removed", () => {
  const older = snapshotOf("0", {
    stays: { "": "1", a: "2" },
    edited: { a: "3", b: "4", c: "5" },
    old: { a: "6", b: "7" },
    gone: { a: "8" },
  });
  const newer = snapshotOf("1", {
    stays: { "": "1", a: "2" },
    edited: { a: "9", c: "5", d: "4" },
    new: { a: "6", b: "10" },
  });
  const page = (id: string) => ({ id, from: null, slug: `/docs/${id}`, title: id.toUpperCase() });
  expect(runSteps(changesBetween(older, newer))).toEqual({
    since: "0",
    sha256: "1",
    pages: [
      { change: "changed", ...page("edited") },
      { change: "moved", ...page("new"), from: "old" },
      { change: "removed", ...page("gone") },
    ],
    sections: [
      { change: "changed", id: "edited", anchor: "a", from: null, hash: "9", before: "3" },
      {
        change: "moved",
        id: "edited",
        anchor: "d",
        from: { id: "edited", anchor: "b" },
        hash: "4",
        before: null,
      },
      {
        change: "moved",
        id: "new",
        anchor: "a",
        from: { id: "old", anchor: "a" },
        hash: "6",
        before: null,
      },
      { change: "added", id: "new", anchor: "b", from: null, hash: "10", before: null },
      { change: "removed", id: "old", anchor: "b", from: null, hash: "7", before: null },
      { change: "removed", id: "gone", anchor: "a", from: null, hash: "8", before: null },
    ],
  });
});
