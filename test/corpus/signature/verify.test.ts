import { base64url, CompactSign, importJWK, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import {
  describePublicKey,
  generateKey,
  type PrivateKey,
} from "../../../corpus/signature/private-key.ts";
import { parsePublicKey } from "../../../corpus/signature/public-key.ts";
import { addSignature, signStatement } from "../../../corpus/signature/sign.ts";
import type { SignatureFile } from "../../../corpus/signature/signature-file.ts";
import type { Statement } from "../../../corpus/signature/statement.ts";
import { requireSigned, verifySignatures } from "../../../corpus/signature/verify.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const STATEMENT: Statement = {
  format: 2,
  file: "corpus.json",
  sha256: "a".repeat(64),
  digest: "b".repeat(64),
  sequence: 3,
  issuedAt: "2026-11-20T00:00:00.000Z",
  expiresAt: "2026-12-20T00:00:00.000Z",
};
const CI = await generateKey("ci");
const OTHER = await generateKey("other");

function verify(signed: SignatureFile | string, { trust = [CI], nowMs = NOW } = {}) {
  const text = typeof signed === "string" ? signed : JSON.stringify(signed);
  const trusted = trust.map((key) => parsePublicKey(describePublicKey(key)));
  return verifySignatures(text, { file: "corpus.json.sig", trusted, nowMs });
}

const refused = (reason: RegExp) => ({
  code: "corpus-signature",
  message: expect.stringMatching(reason),
});

/** Signs with any header, as an attacker can. */
async function forge(
  header: Record<string, unknown>,
  key: JWK | Uint8Array,
): Promise<SignatureFile> {
  const payload = new TextEncoder().encode(JSON.stringify(STATEMENT));
  const used = key instanceof Uint8Array ? key : await importJWK(key, "EdDSA");
  const [protectedHeader = "", body = "", signature = ""] = (
    await new CompactSign(payload).setProtectedHeader(header as never).sign(used)
  ).split(".");
  return { payload: body, signatures: [{ protected: protectedHeader, signature }] };
}

describe("verifySignatures", () => {
  it("returns the statement and the name of the trusted key that signed it", async () => {
    expect(await verify(await signStatement(STATEMENT, CI))).toEqual({
      statement: STATEMENT,
      signers: ["ci"],
    });
  });

  it("returns every trusted signer of a file with several signatures", async () => {
    const signed = await addSignature(await signStatement(STATEMENT, CI), OTHER);

    expect(await verify(signed, { trust: [OTHER, CI] })).toMatchObject({
      signers: ["ci", "other"],
    });
    expect(await verify(signed, { trust: [OTHER] })).toMatchObject({ signers: ["other"] });
  });

  it("accepts a key that was replaced by one of the same name, while both are trusted", async () => {
    const next = await generateKey("ci");

    expect(await verify(await signStatement(STATEMENT, next), { trust: [CI, next] })).toMatchObject(
      { signers: ["ci"] },
    );
  });

  it("ATTACK-N162: refuses another key under a trusted name", async () => {
    const impostor = await generateKey("ci");

    await expect(verify(await signStatement(STATEMENT, impostor))).rejects.toMatchObject(
      refused(/signature of "ci" .* is not valid/),
    );
  });

  it("ATTACK-N162: refuses a key that is not trusted, and names both", async () => {
    await expect(verify(await signStatement(STATEMENT, OTHER))).rejects.toMatchObject(
      refused(/is signed by "other", but trusted is only "ci"/),
    );
  });

  it("ATTACK-N163: refuses algorithm none, without and with a signature", async () => {
    const { payload, signatures } = await signStatement(STATEMENT, CI);
    const header = base64url.encode(
      JSON.stringify({ alg: "none", kid: "ci", typ: "docgate-corpus+jws" }),
    );
    for (const signature of [signatures[0]!.signature, "AA"]) {
      await expect(
        verify({ payload, signatures: [{ protected: header, signature }] }),
      ).rejects.toMatchObject(refused(/not valid/));
    }
    await expect(
      verify(JSON.stringify({ payload, signatures: [{ protected: header, signature: "" }] })),
    ).rejects.toMatchObject(refused(/not a signature file/));
  });

  it("ATTACK-N163: refuses a MAC with the public key as its secret", async () => {
    const forged = await forge(
      { alg: "HS256", kid: "ci", typ: "docgate-corpus+jws" },
      base64url.decode(CI.x),
    );

    await expect(verify(forged)).rejects.toMatchObject(refused(/not valid/));
  });

  it("ATTACK-N164: ignores a key in a header, protected or not", async () => {
    const { d: _, kid: __, ...jwk } = OTHER;
    const forged = await forge({ alg: "EdDSA", kid: "ci", typ: "docgate-corpus+jws", jwk }, OTHER);
    const [signature] = forged.signatures;
    const withHeader = { ...forged, signatures: [{ ...signature, header: { jwk, kid: "ci" } }] };

    await expect(verify(forged)).rejects.toMatchObject(refused(/not valid/));
    await expect(verify(JSON.stringify(withHeader))).rejects.toMatchObject(refused(/not valid/));
  });

  it("ATTACK-N164: refuses what a trusted key has signed for another purpose", async () => {
    const forged = await forge({ alg: "EdDSA", kid: "ci", typ: "JWT" }, CI);

    await expect(verify(forged)).rejects.toMatchObject(refused(/not valid/));
  });

  it("ATTACK-N165: refuses a statement from the moment that it expires", async () => {
    const signed = await signStatement(STATEMENT, CI);
    const end = Date.parse(STATEMENT.expiresAt!);

    expect(await verify(signed, { nowMs: end - 1 })).toMatchObject({ signers: ["ci"] });
    await expect(verify(signed, { nowMs: end })).rejects.toMatchObject(
      refused(/expired at 2026-12-20T00:00:00.000Z/),
    );
  });

  it("ATTACK-N165: refuses a statement whose end was changed", async () => {
    const { signatures } = await signStatement(STATEMENT, CI);
    const payload = base64url.encode(JSON.stringify({ ...STATEMENT, expiresAt: null }));

    await expect(verify({ payload, signatures })).rejects.toMatchObject(refused(/not valid/));
  });

  it("ATTACK-N168: of two signatures, counts the good one and does not name the bad one", async () => {
    const signed = await addSignature(await signStatement(STATEMENT, OTHER), CI);
    const [bad, good] = signed.signatures;
    const spoiled = { ...signed, signatures: [{ ...bad!, signature: good!.signature }, good!] };

    expect(await verify(spoiled, { trust: [OTHER, CI] })).toMatchObject({ signers: ["ci"] });
    await expect(verify(spoiled, { trust: [OTHER] })).rejects.toMatchObject(refused(/not valid/));
  });

  it("ATTACK-N169: refuses every truncation of the file", async () => {
    const text = JSON.stringify(await signStatement(STATEMENT, CI));
    for (let length = 0; length < text.length; length += 7) {
      await expect(verify(text.slice(0, length))).rejects.toMatchObject(
        refused(/not a signature file/),
      );
    }
  });

  it("refuses signed content that is not a statement", async () => {
    const signed = await signStatement({ hello: "world" } as never, CI);

    await expect(verify(signed)).rejects.toMatchObject(refused(/other than a corpus/));
  });
});

describe("requireSigned", () => {
  it.each(["sha256", "digest"])("ATTACK-N161: refuses a corpus with another %s", async (kind) => {
    const signed = await verify(await signStatement(STATEMENT, CI));
    const { sha256, digest } = STATEMENT;

    expect(() => requireSigned(signed, { file: "corpus.json", sha256, digest })).not.toThrow();
    expect(() => requireSigned(signed, { file: "corpus.json", [kind]: "c".repeat(64) })).toThrow(
      /does not have the bytes that "ci" signed/,
    );
  });
});

describe("parsePublicKey", () => {
  it("reads what keygen prints", () => {
    expect(parsePublicKey(describePublicKey(CI))).toEqual({
      name: "ci",
      jwk: { kty: "OKP", crv: "Ed25519", x: CI.x },
    });
  });

  it.each([
    "",
    "ci",
    ":x",
    "ci:short",
    "a b:gHrCy-KS1bVRKTBrpycey6t2XVZsOxJBqrRZLJGvthk",
    "ci:gHrCy-KS1bVRKTBrpycey6t2XVZsOxJBqrRZLJGvthk:x",
  ])("refuses %j and does not repeat it", (text) => {
    expect(() => parsePublicKey(text)).toThrow(/must be NAME:KEY/);
  });

  it("does not repeat a private key that was given by mistake", () => {
    const secret: PrivateKey = CI;
    expect(() => parsePublicKey(JSON.stringify(secret))).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret.d) }),
    );
  });
});
