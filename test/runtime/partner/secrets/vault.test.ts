import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseMasterKey } from "../../../../runtime/partner/secrets/parse-master-key.ts";
import {
  createMasterKey,
  createRootKey,
  HASH_PURPOSES,
  openVault,
  rewrapRootKey,
} from "../../../../runtime/partner/secrets/vault.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const MASTER = parseMasterKey(createMasterKey());
const OTHER = parseMasterKey(createMasterKey());
const WRAPPED = await createRootKey(MASTER);
const VAULT = await openVault({ master: MASTER, wrapped: WRAPPED });

const IDENTITY = "certificates/1/private-key";
const TEXT = "-----BEGIN PRIVATE KEY-----\nÄ🗝\n";

describe("parseMasterKey", () => {
  const key = randomBytes(32);

  it.each([
    ["base64", key.toString("base64")],
    ["base64 without padding", key.toString("base64").replace(/=+$/, "")],
    ["base64url", key.toString("base64url")],
    ["hexadecimal digits", key.toString("hex")],
    ["upper-case hexadecimal digits", key.toString("hex").toUpperCase()],
    ["a file that ends with a line feed", `${key.toString("base64")}\r\n`],
  ])("parses 32 bytes as %s", (_, text) => {
    expect(Buffer.from(parseMasterKey(text))).toEqual(key);
  });

  it("parses the results of createMasterKey, which never repeat", () => {
    expect(parseMasterKey(createMasterKey())).toHaveLength(32);
    expect(createMasterKey()).not.toBe(createMasterKey());
  });

  it.each([
    ["nothing", ""],
    ["a passphrase", "correct horse battery staple"],
    ["31 bytes", key.subarray(1).toString("base64")],
    ["33 bytes", Buffer.concat([key, key.subarray(0, 1)]).toString("base64")],
    ["63 hexadecimal digits", key.toString("hex").slice(1)],
    ["quotes around it", `"${key.toString("base64")}"`],
  ])("refuses %s, states what was expected and does not quote it", (_, text) => {
    expect(() => parseMasterKey(text)).toThrow(expect.objectContaining({ code: "setting" }));
    expect(() => parseMasterKey(text)).toThrow(
      `Cannot read the master key: got ${text.length} characters, expected 32 random bytes as base64`,
    );
  });
});

describe("openVault", () => {
  it("ATTACK-I122: refuses a wrong master key, and states which one is expected", async () => {
    const opening = openVault({ master: OTHER, wrapped: WRAPPED });

    await expect(opening).rejects.toThrow(expect.objectContaining({ code: "wrong-master-key" }));
    await expect(opening).rejects.toThrow(
      /the given master key has the id "[\w-]{11}", expected "/,
    );
  });

  it("ATTACK-I122: refuses a root key that was changed, in any character", async () => {
    for (let at = 0; at < WRAPPED.length; at++) {
      const master = MASTER;
      await expect(openVault({ master, wrapped: flip(WRAPPED, at) })).rejects.toThrow();
    }
  });

  it("ATTACK-I122: another value sealed by the same vault is not a root key", async () => {
    const wrapped = await VAULT.seal("root-key", randomBytes(32).toString("base64url"));

    await expect(openVault({ master: MASTER, wrapped })).rejects.toThrow(
      expect.objectContaining({ code: "wrong-master-key" }),
    );
  });

  it("ATTACK-I124: two installations with one master key share no key: hashes and seals differ", async () => {
    const other = await openVault({ master: MASTER, wrapped: await createRootKey(MASTER) });

    expect(other.hash("api-key", "dgk_x")).not.toBe(VAULT.hash("api-key", "dgk_x"));
    await expect(other.open(IDENTITY, await VAULT.seal(IDENTITY, TEXT))).rejects.toThrow(
      /is sealed under key ".*", expected "/,
    );
  });

  it("refuses to work with a master key of the wrong length", async () => {
    await expect(createRootKey(randomBytes(16))).rejects.toThrow(TypeError);
  });
});

describe("vault.hash", () => {
  it("is the same after a restart: 43 characters of base64url", async () => {
    const again = await openVault({ master: MASTER, wrapped: WRAPPED });

    expect(VAULT.hash("code", "secret")).toMatch(/^[\w-]{43}$/);
    expect(again.hash("code", "secret")).toBe(VAULT.hash("code", "secret"));
  });

  it("ATTACK-C28: differs by purpose, so that one kind of secret cannot stand in for another", () => {
    expect(new Set(HASH_PURPOSES.map((purpose) => VAULT.hash(purpose, "secret"))).size).toBe(
      HASH_PURPOSES.length,
    );
  });

  it("ATTACK-G95, ATTACK-I124: is neither a plain hash nor keyed with anything in the store", () => {
    const pin = "challenge:000123";
    const stored = VAULT.hash("pin", pin);
    const dump = [WRAPPED, ...Object.values<string>(JSON.parse(WRAPPED))];
    const guesses = dump.flatMap((key) => [
      createHmac("sha256", key).update(pin).digest("base64url"),
      createHmac("sha256", Buffer.from(hkdfSync("sha256", key, "", "docgate/hash/pin", 32)))
        .update(pin)
        .digest("base64url"),
    ]);

    expect([...guesses, createHash("sha256").update(pin).digest("base64url")]).not.toContain(
      stored,
    );
  });
});

describe("vault.equals", () => {
  it("compares texts of any length", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(VAULT.equals(a, a)).toBe(true);
        expect(VAULT.equals(a, b)).toBe(a === b);
      }),
    );
  });
});

describe("vault.seal and vault.open", () => {
  it("return any text for any identity, even after a restart", async () => {
    const again = await openVault({ master: MASTER, wrapped: WRAPPED });
    const text = fc.string({ unit: "grapheme", maxLength: 200 });
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(name, text, async (identity, plaintext) => {
        const sealed = await VAULT.seal(identity, plaintext);
        expect(await again.open(identity, sealed)).toBe(plaintext);
      }),
    );
  });

  it("refuse to seal without a record", async () => {
    await expect(VAULT.seal("", TEXT)).rejects.toThrow(TypeError);
  });

  it("never write the plain text, nor the same value twice", async () => {
    const sealed = await VAULT.seal(IDENTITY, TEXT);

    expect(Buffer.from(sealed, "utf8").includes("PRIVATE")).toBe(false);
    expect(sealed).not.toContain(Buffer.from(TEXT).toString("base64url").slice(0, 20));
    expect(await VAULT.seal(IDENTITY, TEXT)).not.toBe(sealed);
  });

  it("ATTACK-I122: a row swapped between records fails closed", async () => {
    const sealed = await VAULT.seal(IDENTITY, TEXT);

    await expect(VAULT.open("certificates/2/private-key", sealed)).rejects.toThrow(
      expect.objectContaining({ code: "sealed-value" }),
    );
    await expect(VAULT.open("certificates/1/secret-key", sealed)).rejects.toThrow(
      'Cannot open the sealed value "certificates/1/secret-key": it belongs to another record.',
    );
  });

  it("ATTACK-I122: a row swapped between records and relabelled fails closed", async () => {
    const sealed = JSON.parse(await VAULT.seal(IDENTITY, TEXT));
    const identity = "certificates/2/private-key";
    const relabelled = JSON.stringify({
      ...sealed,
      aad: Buffer.from(identity).toString("base64url"),
    });

    await expect(VAULT.open(identity, relabelled)).rejects.toThrow("it was changed");
  });

  it("ATTACK-I122: every change of header, nonce, identity, ciphertext or tag fails closed", async () => {
    const sealed = await VAULT.seal(IDENTITY, TEXT);
    for (let at = 0; at < sealed.length; at++) {
      for (const bit of [0, 1, 5]) {
        await expect(VAULT.open(IDENTITY, flip(sealed, at, bit))).rejects.toThrow(
          expect.objectContaining({ code: "sealed-value" }),
        );
      }
    }
  });

  it("ATTACK-I122: a shorter tag, nonce or ciphertext fails closed, though what is left is right", async () => {
    const sealed = JSON.parse(await VAULT.seal(IDENTITY, TEXT));
    for (const part of ["tag", "iv", "ciphertext"]) {
      const bytes = Buffer.from(sealed[part], "base64url");
      for (const length of [0, 4, 8, 11, bytes.length - 1]) {
        const shorter = { ...sealed, [part]: bytes.subarray(0, length).toString("base64url") };
        await expect(VAULT.open(IDENTITY, JSON.stringify(shorter))).rejects.toThrow(
          expect.objectContaining({ code: "sealed-value" }),
        );
      }
    }
  });

  it("ATTACK-I122: parts of two values sealed for the same record do not fit together", async () => {
    const [one, two] = [await VAULT.seal(IDENTITY, "one"), await VAULT.seal(IDENTITY, "two")];
    for (const part of ["iv", "ciphertext", "tag"]) {
      const mixed = JSON.stringify({ ...JSON.parse(one), [part]: JSON.parse(two)[part] });
      await expect(VAULT.open(IDENTITY, mixed)).rejects.toThrow(
        expect.objectContaining({ code: "sealed-value" }),
      );
    }
  });

  it.each([
    ["nothing", ""],
    ["invalid JSON", "x"],
    ["null", "null"],
    ["an array", "[]"],
    ["an empty object", "{}"],
    ["a compact JWE", "e30.AA.AA.AA.AA"],
    ["a header that is not JSON", '{"protected":"AAAA","aad":"","iv":"","ciphertext":"","tag":""}'],
  ])("refuse %s", async (_, sealed) => {
    await expect(VAULT.open(IDENTITY, sealed)).rejects.toThrow("it is not a sealed value");
  });

  it("refuse an additional member, such as an unprotected header or an encrypted key", async () => {
    const sealed = JSON.parse(await VAULT.seal(IDENTITY, TEXT));
    for (const further of [{ unprotected: {} }, { header: {} }, { encrypted_key: "" }]) {
      await expect(VAULT.open(IDENTITY, JSON.stringify({ ...sealed, ...further }))).rejects.toThrow(
        expect.objectContaining({ code: "sealed-value" }),
      );
    }
  });

  it("no message contains the sealed text or the plain text", async () => {
    const sealed = await VAULT.seal(IDENTITY, TEXT);
    const error: Error = await VAULT.open("other", sealed).catch((reason) => reason);

    expect(error.message).not.toContain(JSON.parse(sealed).ciphertext);
    expect(error.message).not.toContain("PRIVATE");
  });
});

describe("rewrapRootKey", () => {
  it("ATTACK-I123: the new key opens everything sealed before, the old one nothing", async () => {
    const sealed = await VAULT.seal(IDENTITY, TEXT);
    const wrapped = await rewrapRootKey({ from: MASTER, to: OTHER, wrapped: WRAPPED });
    const vault = await openVault({ master: OTHER, wrapped });

    expect(vault.hash("api-key", "dgk_x")).toBe(VAULT.hash("api-key", "dgk_x"));
    expect(await vault.open(IDENTITY, sealed)).toBe(TEXT);
    await expect(openVault({ master: MASTER, wrapped })).rejects.toThrow(
      expect.objectContaining({ code: "wrong-master-key" }),
    );
  });

  it("ATTACK-I123: when repeated, it changes nothing", async () => {
    const wrapped = await rewrapRootKey({ from: MASTER, to: OTHER, wrapped: WRAPPED });

    expect(await rewrapRootKey({ from: MASTER, to: OTHER, wrapped })).toBe(wrapped);
    expect(await rewrapRootKey({ from: MASTER, to: MASTER, wrapped: WRAPPED })).toBe(WRAPPED);
  });

  it("ATTACK-I123: refuses when neither key opens the root key, or it was changed", async () => {
    const third = parseMasterKey(createMasterKey());

    await expect(rewrapRootKey({ from: third, to: OTHER, wrapped: WRAPPED })).rejects.toThrow(
      expect.objectContaining({ code: "wrong-master-key" }),
    );
    await expect(
      rewrapRootKey({ from: OTHER, to: MASTER, wrapped: withTag(WRAPPED, "A".repeat(22)) }),
    ).rejects.toThrow(expect.objectContaining({ code: "sealed-value" }));
  });
});

/** Returns the text with one bit of one character changed. */
function flip(text: string, at: number, bit = 0): string {
  const code = text.charCodeAt(at) ^ (1 << bit);
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
}

function withTag(sealed: string, tag: string): string {
  return JSON.stringify({ ...JSON.parse(sealed), tag });
}
