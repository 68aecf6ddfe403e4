import { createHash, scryptSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  createPasswords,
  DEFAULT_COST,
  MAX_PASSWORD_CHARACTERS,
  passwordConcurrency,
} from "../../../../runtime/partner/secrets/passwords.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The lowest cost possible, on which these tests do not depend. */
const cheap = createPasswords({ concurrency: 2, cost: { ln: 4, r: 1, p: 1 } });
const real = createPasswords({ concurrency: 2 });

describe("createPasswords", () => {
  it("ATTACK-G103: a NUL at the end makes another password", async () => {
    const { hash, verify } = createPasswords({ concurrency: 1, cost: { ln: 4, r: 1, p: 1 } });
    const stored = await hash("correct horse");
    expect(await verify("correct horse\0", stored)).toBe(false);
    expect(await verify("correct horse", stored)).toBe(true);
  });

  it("hashes SHA-512 of it with scrypt, N = 2^15, r = 8, p = 3, as any other implementation does", async () => {
    const stored = await real.hash("correct horse");
    const [, name, parameters, salt, hash] = stored.split("$");

    expect([name, parameters]).toEqual(["scrypt-sha512", "ln=15,r=8,p=3"]);
    const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };
    const digest = createHash("sha512").update("correct horse").digest();
    const expected = scryptSync(digest, Buffer.from(salt!, "base64"), 32, options);
    expect(Buffer.from(hash!, "base64")).toEqual(expected);
    expect(await real.verify("correct horse", stored)).toBe(true);
    expect(await real.verify("correct horsf", stored)).toBe(false);
  });

  it("verifies hashes with other parameters", async () => {
    const stored = await cheap.hash("secret");

    expect(stored).toMatch(/^\$scrypt-sha512\$ln=4,r=1,p=1\$/);
    expect(await real.verify("secret", stored)).toBe(true);
  });

  it("salts: hashing the same password never gives the same text", async () => {
    expect(await cheap.hash("secret")).not.toBe(await cheap.hash("secret"));
  });

  it("ATTACK-G103: accepts any password, with NUL, in any script; another one does not verify", async () => {
    const password = fc.string({ unit: "grapheme", maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(password, password, async (one, two) => {
        const stored = await cheap.hash(one);
        expect(await cheap.verify(one, stored)).toBe(true);
        expect(await cheap.verify(two, stored)).toBe(one.normalize("NFC") === two.normalize("NFC"));
      }),
    );
  });

  it.each([
    ["after the 72nd byte", `${"x".repeat(72)}a`, `${"x".repeat(72)}b`],
    ["after the 64th byte, where HMAC hashes its key", "ä".repeat(40), `${"ä".repeat(39)}b`],
    ["after a NUL", "pass\0a", "pass\0b"],
    ["in the last character", `${"🔑".repeat(511)}ab`, `${"🔑".repeat(511)}ac`],
    ["in a trailing blank", "secret", "secret "],
    ["in case", "Secret", "secret"],
    ["in a letter that only looks alike (no NFKC)", "ｓecret", "secret"],
  ])("ATTACK-G103: passwords that differ %s differ", async (_, one, two) => {
    expect(await cheap.verify(two, await cheap.hash(one))).toBe(false);
  });

  it("RFC 8265 §4.2.2: both encodings of an accent verify", async () => {
    expect(await cheap.verify("cafe\u0301", await cheap.hash("caf\u00e9"))).toBe(true);
  });

  it("ATTACK-G103: refuses to set a password that is too long, and does not quote it", async () => {
    const longest = "x".repeat(MAX_PASSWORD_CHARACTERS);

    expect(await cheap.verify(longest, await cheap.hash(longest))).toBe(true);
    await expect(cheap.hash(`${longest}x`)).rejects.toThrow(
      new RangeError("Cannot hash a password of 1025 characters, expected at most 1024."),
    );
  });

  it("ATTACK-G103: a million characters never verify, not even if the password is empty", async () => {
    const long = "x".repeat(1_000_000);

    expect(await cheap.verify(long, await cheap.hash(""))).toBe(false);
    expect(await cheap.verify(long, await cheap.hash("x".repeat(1024)))).toBe(false);
    expect(await cheap.verifyNothing(long)).toBe(false);
  });

  it("ATTACK-G85: without an account, it does the same work as with one, in the same queue", async () => {
    const stored = await real.hash("secret");
    const one = createPasswords({ concurrency: 1, maxWaiting: { network: 0, side: 0 } });
    for (const start of [() => one.verify("wrong", stored), () => one.verifyNothing("wrong")]) {
      const work = start();
      await expect(one.verifyNothing("wrong")).rejects.toThrow(
        expect.objectContaining({ code: "busy" }),
      );
      expect(await work).toBe(false);
    }
  });

  it("ATTACK-G85: no password is right without an account", async () => {
    for (const password of ["", "secret", "x".repeat(1025)]) {
      expect(await cheap.verifyNothing(password)).toBe(false);
    }
  });

  it("ATTACK-G103: the event loop keeps running while a password is hashed", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await real.verifyNothing("secret");
    clearInterval(timer);

    expect(turns).toBeGreaterThan(2);
  });

  it("ATTACK-G103: 200 at once are processed, no more than allowed at a time", async () => {
    const stored = await cheap.hash("secret");
    const few = createPasswords({ concurrency: 1, maxWaiting: { network: 199, side: 199 } });
    const all = await Promise.all(Array.from({ length: 200 }, () => few.verify("secret", stored)));

    expect(all.every(Boolean)).toBe(true);
  });

  it("ATTACK-G103: work beyond the limit is refused at once", async () => {
    const few = createPasswords({
      concurrency: 1,
      maxWaiting: { network: 1, side: 1 },
      cost: { ln: 4, r: 1, p: 1 },
    });
    const all = await Promise.allSettled([1, 2, 3].map(() => few.verifyNothing("x")));

    expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  });

  it.each([
    ["nothing", ""],
    ["another scheme", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"],
    ["a cut hash", "$scrypt-sha512$ln=15,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$AAAA"],
  ])("refuses %s as a stored hash, and does not quote it", async (_, stored) => {
    const refusal = cheap.verify("secret", stored);

    await expect(refusal).rejects.toThrow(TypeError);
    await expect(refusal).rejects.not.toThrow(/AAAA|c2FsdA/);
  });

  it("refuses a stored hash that needs more memory than any of ours", async () => {
    const greedy = (await cheap.hash("x")).replace("ln=4,r=1", "ln=24,r=8");

    await expect(cheap.verify("x", greedy)).rejects.toThrow();
  });
});

describe("passwordConcurrency", () => {
  it("leaves a core to the event loop and one of libuv's four threads to others", () => {
    expect([1, 2, 3, 4, 8, 64].map(passwordConcurrency)).toEqual([1, 1, 2, 3, 3, 3]);
  });
});

describe("DEFAULT_COST", () => {
  it("is a setting of the OWASP Password Storage Cheat Sheet, in at most 64 MiB", () => {
    expect(DEFAULT_COST).toEqual({ ln: 15, r: 8, p: 3 });
    expect(128 * 2 ** DEFAULT_COST.ln * DEFAULT_COST.r).toBeLessThan(64 * 2 ** 20);
  });
});
