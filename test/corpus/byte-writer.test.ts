import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createByteWriter } from "../../corpus/byte-writer.ts";

describe("createByteWriter", () => {
  it("joins texts and numbers as UTF-8, however small its first capacity", () => {
    const part = fc.oneof(fc.string({ unit: "grapheme" }), fc.maxSafeNat());

    fc.assert(
      fc.property(fc.array(part), fc.nat(100), (parts, capacity) => {
        const writer = createByteWriter(capacity);
        for (const item of parts) {
          if (typeof item === "string") writer.text(item);
          else writer.number(item);
          writer.byte(0x2c);
        }

        const expected = parts.flatMap((item) => [Buffer.from(String(item)), Buffer.from(",")]);
        expect(writer.finish()).toEqual(Buffer.concat(expected));
      }),
    );
  });
});
