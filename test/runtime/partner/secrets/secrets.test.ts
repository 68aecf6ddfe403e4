import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  createClientId,
  createCode,
  createContractKey,
  createPin,
  createSecret,
  displayPrefix,
  isPin,
  isWellFormed,
  SECRET_PREFIXES,
} from "../../../../runtime/partner/secrets/secrets.ts";
import { ANY_CHARACTER } from "../../../support/any-character.ts";
import { BASE62, chiSquare, NEVER } from "../../../support/chi-square.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PREFIXES = Object.values(SECRET_PREFIXES);
const { apiKey } = SECRET_PREFIXES;

describe("createSecret", () => {
  it.each(PREFIXES)("CHAIN-C1: is %s, 43 letters and digits, and a checksum of six", (prefix) => {
    expect(createSecret(prefix)).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{49}$`));
  });

  it("CHAIN-C1: its last six characters are the CRC-32 of the rest in base62", () => {
    const secret = createSecret(apiKey);
    const digits = Array.from(secret.slice(-6), (digit) => BASE62.indexOf(digit));

    expect(digits.reduce((sum, digit) => sum * 62 + digit, 0)).toBe(crc32(secret.slice(0, -6)));
  });

  it("ATTACK-D37: never repeats, and each character is equally likely", () => {
    const bodies = Array.from({ length: 20_000 }, () => createSecret(apiKey).slice(4, -6));

    expect(new Set(bodies).size).toBe(bodies.length);
    expect(chiSquare(bodies.join(""), BASE62)).toBeLessThan(NEVER[61]!);
  });
});

describe("isWellFormed", () => {
  it.each(PREFIXES)(
    "ATTACK-D38: accepts what createSecret returns for %s, and only for that",
    (prefix) => {
      const secret = createSecret(prefix);

      expect(PREFIXES.filter((other) => isWellFormed(secret, other))).toEqual([prefix]);
    },
  );

  it("ATTACK-D38: always detects one wrong letter", () => {
    const secret = createSecret(apiKey);
    for (let at = 0; at < secret.length; at++) {
      for (const letter of BASE62) {
        const mistyped = secret.slice(0, at) + letter + secret.slice(at + 1);
        expect(isWellFormed(mistyped, apiKey)).toBe(mistyped === secret);
      }
    }
  });

  it("ATTACK-D38: refuses two swapped letters, surrounding blanks, and texts too short or too long", () => {
    const secret = createSecret(apiKey);
    const wrong = [
      ...Array.from({ length: 48 }, (_, at) => swap(secret, at + 4)),
      ` ${secret}`,
      `${secret}\n`,
      secret.slice(0, -1),
      `${secret}0`,
      "",
      "dgk_",
    ].filter((text) => text !== secret);

    expect(wrong.filter((text) => isWellFormed(text, apiKey))).toEqual([]);
  });

  it("accepts any text without an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        expect(isWellFormed(apiKey + text, apiKey)).toBe(false);
      }),
    );
  });
});

describe("displayPrefix", () => {
  it("ATTACK-D37: shows the prefix and eight characters, and hides more than 128 bits", () => {
    const key = createSecret(apiKey);

    expect(displayPrefix(key)).toBe(key.slice(0, 12));
    expect((key.length - 12 - 6) * Math.log2(62)).toBeGreaterThan(128);
  });
});

describe("createClientId", () => {
  it("CHAIN-C1: is dgc_ and an identifier", () => {
    expect(createClientId()).toMatch(/^dgc_[0-9A-Za-z]{20}$/);
  });
});

describe("createCode", () => {
  it("ATTACK-E58: has 256 bits in 43 URL-safe characters, and never repeats", () => {
    const codes = Array.from({ length: 10_000 }, createCode);

    expect(codes.every((code) => /^[A-Za-z0-9_-]{43}$/.test(code))).toBe(true);
    expect(Buffer.from(codes[0]!, "base64url")).toHaveLength(32);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("createPin", () => {
  const pins = Array.from({ length: 50_000 }, createPin);

  it("ATTACK-G94: is six digits, each equally likely in every place, leading zeros kept", () => {
    expect(pins.every(isPin)).toBe(true);
    for (let place = 0; place < 6; place++) {
      const digits = pins.map((pin) => pin[place]).join("");
      expect(chiSquare(digits, "0123456789")).toBeLessThan(NEVER[9]!);
    }
  });

  it.each([
    123456,
    ["1", "2", "3", "4", "5", "6"],
    {},
    null,
    "12345",
    "1234567",
    " 12345",
    "123456\n",
    "１２３４５６",
    "١٢٣٤٥٦",
    "1e5000",
  ])("ATTACK-G94: %j does not have the form of a pin", (value) => {
    expect(isPin(value)).toBe(false);
  });
});

describe("createContractKey", () => {
  it("CHAIN-C12: is four groups of four from A-Z2-9, 19 characters, evenly spread", () => {
    const keys = Array.from({ length: 5_000 }, createContractKey);

    expect(keys.filter((key) => !/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/.test(key))).toEqual([]);
    expect(keys[0]).toHaveLength(19);
    expect(new Set(keys).size).toBe(keys.length);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789";
    expect(chiSquare(keys.join("").replaceAll("-", ""), alphabet)).toBeLessThan(NEVER[33]!);
  });
});

function swap(text: string, at: number): string {
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}
