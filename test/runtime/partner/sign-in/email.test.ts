import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldEmail } from "../../../../runtime/partner/sign-in/email.ts";

describe("foldEmail", () => {
  it("ATTACK-G97: case, the encoding of accents and surrounding white space do not matter", () => {
    const forms = [
      "zoë@example.com",
      "ZOË@EXAMPLE.COM",
      "\tZoë@example.com ",
      "Zoe\u0308@example.com",
    ];

    expect(new Set(forms.map(foldEmail))).toEqual(new Set(["zo\u00eb@example.com"]));
  });

  it.each([
    ["a dot", "a.da@example.com"],
    ["a tag", "ada+tag@example.com"],
    ["a letter that looks alike", "аda@example.com"],
    ["full width", "ａda@example.com"],
    ["white space inside", "a da@example.com"],
  ])("ATTACK-G97: %s makes another address", (_, email) => {
    expect(foldEmail(email)).not.toBe(foldEmail("ada@example.com"));
  });

  it("ATTACK-G97: folding twice changes nothing, and gives text that every database can store", () => {
    const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit }), (email) => {
        const folded = foldEmail(email);
        expect(foldEmail(folded)).toBe(folded);
        expect(folded.isWellFormed() && !folded.includes("\0")).toBe(true);
      }),
    );
  });

  it("ATTACK-G97: an address in its longest spelling is the same one", () => {
    const [letter, spelling] = ["\u1f82", "\u03b1\u0313\u0300\u0345"];
    const address = (text: string) => `${text.repeat(81)}@a.example`;
    expect(Buffer.byteLength(address(letter))).toBeLessThanOrEqual(254);
    expect(foldEmail(` ${address(spelling)} `)).toBe(address(letter));
  });

  it("ATTACK-G97: an accent is recognised even if only the lower-case letter has a composed form", () => {
    expect(foldEmail("H\u0331@example.com")).toBe(foldEmail("\u1e96@example.com"));
  });
});
