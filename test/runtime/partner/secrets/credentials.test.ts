import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  parseBearer,
  parseMintCredentials,
} from "../../../../runtime/partner/secrets/credentials.ts";
import { createSecret } from "../../../../runtime/partner/secrets/secrets.ts";
import { ANY_CHARACTER } from "../../../support/any-character.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SECRET = createSecret("dgs_");
const KEY = createSecret("dgk_");
const ID = "019b2e4a-7c1f-7d3e-9a53-5a1b0c9d8e7f";
const TRIPLE = `${SECRET}|${ID}|${KEY}`;
const CREDENTIALS = { clientSecret: SECRET, apiKeyId: ID, apiKeySecret: KEY };

describe("parseMintCredentials", () => {
  it("CHAIN-C2: decodes base64 and base64url, padded or not", () => {
    const part = fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 });
    const clean = part.filter((text) => !text.includes("|"));
    fc.assert(
      fc.property(clean, clean, clean, (clientSecret, apiKeyId, apiKeySecret) => {
        const padded = encode(`${clientSecret}|${apiKeyId}|${apiKeySecret}`);
        const urlSafe = padded.replaceAll("+", "-").replaceAll("/", "_");
        for (const text of [padded, urlSafe]) {
          const expected = { clientSecret, apiKeyId, apiKeySecret };
          expect(parseMintCredentials(text)).toEqual(expected);
          expect(parseMintCredentials(text.replace(/=+$/, ""))).toEqual(expected);
        }
      }),
    );
  });

  it("ATTACK-B16: parses what a partner sends", () => {
    expect(parseMintCredentials(encode(TRIPLE))).toEqual(CREDENTIALS);
  });

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["invalid base64", "not base64!"],
    ["the triple itself", TRIPLE],
    ["one part", encode("a")],
    ["two parts", encode("a|b")],
    ["four parts", encode("a|b|c|d")],
    ["an empty first part", encode("|b|c")],
    ["an empty second part", encode("a||c")],
    ["an empty third part", encode("a|b|")],
    ["three empty parts", encode("||")],
    ["invalid UTF-8", Buffer.from([0x61, 0x7c, 0xff, 0x7c, 0x62]).toString("base64")],
    ["overlong UTF-8", Buffer.from([0x61, 0x7c, 0x62, 0xc1, 0xbc, 0x63]).toString("base64")],
    ["base64 of base64", encode(encode(TRIPLE))],
    ["bits beyond the last byte", `${encode("a|b|cd").slice(0, -1)}`.replace(/.$/, "B")],
    ["text after the padding", `${encode("a|b|cc")}=AAAA`],
  ])("ATTACK-B16: refuses %s", (_, value) => {
    expect(parseMintCredentials(value)).toBeNull();
  });

  it.each([
    ["Bearer before it", `Bearer ${encode(TRIPLE)}`],
    ["Basic before it", `Basic ${encode(TRIPLE)}`],
    ["Bearer before it, without a blank", `Bearer${encode(TRIPLE)}`],
    ["a blank before it", ` ${encode(TRIPLE)}`],
    ["a blank after it", `${encode(TRIPLE)} `],
    ["a line feed after it", `${encode(TRIPLE)}\n`],
    ["two of them, as a repeated header is joined", `${encode(TRIPLE)}, ${encode(TRIPLE)}`],
  ])("ATTACK-B18: refuses it with %s", (_, value) => {
    expect(parseMintCredentials(value)).toBeNull();
  });

  it("ATTACK-B25: refuses more than 2048 characters before it decodes anything", () => {
    const long = encode(`a|b|${"c".repeat(1532)}`);
    const longer = encode(`a|b|${"c".repeat(1533)}`);

    expect(long).toHaveLength(2048);
    expect(parseMintCredentials(long)).not.toBeNull();
    expect(parseMintCredentials(longer)).toBeNull();
    expect(parseMintCredentials(encode(`a|b|${"c".repeat(1_000_000)}`))).toBeNull();
  });

  it("ATTACK-B16: accepts any text without an exception", () => {
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.base64String(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64")),
    );
    fc.assert(
      fc.property(text, (value) => {
        const read = parseMintCredentials(value);
        expect(read === null || Object.values(read).every((part) => part !== "")).toBe(true);
      }),
    );
  });
});

describe("parseBearer", () => {
  it.each(["Bearer", "bearer", "BEARER"])(
    "ATTACK-C27: parses %s and one blank: the case of a scheme does not matter",
    (scheme) => {
      expect(parseBearer(`${scheme} aaa.bbb-_.ccc`)).toBe("aaa.bbb-_.ccc");
      expect(parseBearer(`${scheme} ${KEY}`)).toBe(KEY);
    },
  );

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["the scheme alone", "Bearer"],
    ["the scheme and a blank", "Bearer "],
    ["another scheme", "Token aaa.bbb.ccc"],
    ["Basic", "Basic YTpi"],
    ["no scheme", "aaa.bbb.ccc"],
    ["two blanks", "Bearer  aaa.bbb.ccc"],
    ["two blanks after the scheme in lower case", "bearer  aaa.bbb.ccc"],
    ["a tab", "Bearer\taaa.bbb.ccc"],
    ["a no-break space", "Bearer\u00a0aaa.bbb.ccc"],
    ["a blank before", " Bearer aaa.bbb.ccc"],
    ["a blank after", "Bearer aaa.bbb.ccc "],
    ["a line feed after", "Bearer aaa.bbb.ccc\n"],
    ["a colon", "Bearer: aaa.bbb.ccc"],
    ["an equals sign", "Bearer=aaa.bbb.ccc"],
    ["two tokens", "Bearer aaa.bbb.ccc ddd"],
    ["two headers, joined", "Bearer aaa.bbb.ccc, Bearer aaa.bbb.ccc"],
    ["parameters", 'Bearer realm="x"'],
    ["quotes", 'Bearer "aaa.bbb.ccc"'],
    ["a letter that folds to one of the scheme", "ℬearer aaa.bbb.ccc"],
  ])("ATTACK-C27: refuses %s", (_, value) => {
    expect(parseBearer(value)).toBeNull();
  });
});

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}
