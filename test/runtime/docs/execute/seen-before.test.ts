import { describe, expect, it } from "vitest";
import { createSeenBefore } from "../../../../runtime/docs/execute/documents.ts";

describe("createSeenBefore", () => {
  it("recognizes texts that it has seen, and no others", () => {
    const cameBefore = createSeenBefore();
    const texts = Array.from({ length: 5000 }, (_, index) => `{"variables":{"n":${index}}}`);

    expect(texts.filter(cameBefore)).toEqual([]);
    expect(texts.filter(cameBefore).length).toBeGreaterThan(4500);
  });

  it("forgets eventually, and uses no more memory", () => {
    const cameBefore = createSeenBefore();
    cameBefore("first");
    for (let index = 0; index < 1_000_000; index++) cameBefore(`another ${index}`);

    expect(cameBefore("first")).toBe(false);
    expect(cameBefore("first")).toBe(true);
  });
});
