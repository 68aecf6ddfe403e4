import { describe, expect, it } from "vitest";
import { DocgateError } from "../../corpus/error.ts";
import { parsePart, unlessOther } from "../../corpus/other-layout.ts";

describe("unlessOther", () => {
  it("returns the result of reading, and null for another layout", () => {
    expect(unlessOther(() => 1)).toBe(1);
    expect(unlessOther(() => parsePart("{"))).toBeNull();
  });

  it("rethrows bugs in reading", () => {
    const read = () => (undefined as unknown as { docs: unknown }).docs;

    expect(() => unlessOther(read)).toThrow(TypeError);
    expect(new DocgateError("corpus-layout", "It is.")).not.toBeInstanceOf(TypeError);
  });
});
