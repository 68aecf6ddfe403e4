import { describe, expect, it } from "vitest";
import { DocgateError } from "../../corpus/error.ts";
import { nullIfOtherLayout, parsePart } from "../../corpus/shape.ts";

describe("nullIfOtherLayout", () => {
  it("returns the result of reading, and null for another layout", () => {
    expect(nullIfOtherLayout(() => 1)).toBe(1);
    expect(nullIfOtherLayout(() => parsePart("{"))).toBeNull();
  });

  it("rethrows bugs in reading", () => {
    const read = () => (undefined as unknown as { docs: unknown }).docs;

    expect(() => nullIfOtherLayout(read)).toThrow(TypeError);
    expect(new DocgateError("corpus-layout", "It is.")).not.toBeInstanceOf(TypeError);
  });
});
