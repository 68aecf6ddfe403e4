import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, isBase64url } from "../../../../runtime/partner/secrets/base64.ts";

const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array));

describe("decodeBase64", () => {
  it("CHAIN-C2: decodes both alphabets, padded or not", () => {
    fc.assert(
      fc.property(bytes, (data) => {
        const standard = data.toString("base64");
        const urlSafe = standard.replaceAll("+", "-").replaceAll("/", "_");
        for (const text of [standard, urlSafe]) {
          expect(decodeBase64(text)).toEqual(data);
          expect(decodeBase64(text.replace(/=+$/, ""))).toEqual(data);
        }
      }),
    );
  });

  it("accepts only one spelling of the bytes: any other character changes them or is refused", () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (data, at, other) => {
        const text = data.toString("base64url");
        const place = text.length === 0 ? 0 : at % text.length;
        const changed = text.slice(0, place) + other + text.slice(place + 1);
        // The same bytes in the other alphabet are accepted too (CHAIN-C2).
        fc.pre(changed.replaceAll("+", "-").replaceAll("/", "_") !== text);
        const read = decodeBase64(changed);
        expect(read === null || !read.equals(data) || changed.replace(/=+$/, "") === text).toBe(
          true,
        );
      }),
    );
  });

  it.each([
    ["a single digit", "A"],
    ["bits beyond the last byte", "AB"],
    ["half of the padding", "AA="],
    ["too much padding", "AAA=="],
    ["padding alone", "="],
    ["padding in the middle", "AA==AA=="],
    ["both alphabets at once", "+_+_"],
    ["a blank before", " AAAA"],
    ["a blank after", "AAAA "],
    ["a line feed after", "AAAA\n"],
    ["a line feed within", "AA\nAA"],
    ["a letter beyond ASCII", "ÄAAA"],
    ["a digit of another alphabet", "AA.A"],
  ])("refuses %s", (_, text) => {
    expect(decodeBase64(text)).toBeNull();
  });
});

describe("isBase64url", () => {
  it("requires the spelling that JOSE writes: URL-safe and without padding", () => {
    expect(isBase64url("_-_-")).toBe(true);
    expect(isBase64url("")).toBe(true);
    expect(["AA==", "+/+/", "AB", "AA A"].filter(isBase64url)).toEqual([]);
  });
});
