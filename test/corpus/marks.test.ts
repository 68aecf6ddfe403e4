import { describe, expect, it } from "vitest";
import { applyEdits, editsOf } from "../../corpus/marks.ts";

describe("editsOf", () => {
  it("takes as many hidden parts as a page of MDX may have", () => {
    const count = 200_000;
    const text = "<b>x".repeat(count);
    const hidden = Array.from({ length: count }, (_, at) => [at === 0 ? 0 : 1, 3]).flat();

    const edits = editsOf({ hidden, links: [] }, String);

    expect(edits).toHaveLength(count);
    expect(applyEdits(text, edits)).toBe("x".repeat(count));
  });

  it("replaces an address with all that is hidden in it", () => {
    const edits = editsOf({ hidden: [1, 1, 3, 1], links: [[1, 3, "/a"]] }, String);

    expect(applyEdits("(xyz)-", edits)).toBe("(/a)");
  });
});
