import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeLatin1, decodeUtf8, writeUtf8 } from "../../corpus/bytes.ts";

/** The same bytes as browsers have them. */
function plainBytes(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}

describe("bytes and texts, without Buffer as with it", () => {
  const text = fc.string({ unit: "binary", maxLength: 50 });

  it("decodeUtf8 gives the same text, also of a part and of bytes that are not UTF-8", () => {
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (whole, start, length) => {
        const bytes = Buffer.from(`\ufeff${whole}`);
        const range = { start, end: Math.min(start + length, bytes.length) };

        expect(decodeUtf8(plainBytes(bytes))).toBe(bytes.toString());
        if (range.start > range.end) return;
        expect(decodeUtf8(plainBytes(bytes), range)).toBe(decodeUtf8(bytes, range));
      }),
    );
  });

  it("decodeLatin1 gives the same text, however long", () => {
    const bytes = Buffer.from(Array.from({ length: 20_001 }, (_, at) => at % 256));

    expect(decodeLatin1(plainBytes(bytes))).toBe(bytes.toString("latin1"));
    const range = { start: 8000, end: 17_000 };
    expect(decodeLatin1(plainBytes(bytes), range)).toBe(decodeLatin1(bytes, range));
  });

  it("writeUtf8 writes the same bytes", () => {
    fc.assert(
      fc.property(text, (written) => {
        const [buffer, plain] = [Buffer.alloc(200), new Uint8Array(200)];

        const counts = [buffer, plain].map((bytes) => writeUtf8(written, { bytes, at: 3 }));

        expect(counts[0]).toBe(counts[1]);
        expect(plainBytes(buffer)).toEqual(plain);
      }),
    );
  });
});
