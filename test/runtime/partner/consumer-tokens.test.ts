import { createPrivateKey, randomUUID as newId, sign, verify, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  createSigningKey,
  createTokenService,
} from "../../../runtime/partner/application-tokens.ts";
import { createCertificate, thumbprint } from "../../../runtime/partner/certificates.ts";
import {
  type ConsumerTokens,
  issueConsumerTokens,
  verifyRefreshToken,
} from "../../../runtime/partner/consumer-tokens.ts";

// Many small signatures or hashes: slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.parse("2026-03-01T12:00:00.900Z");
const ISSUER = "https://docs.example";
const CONTRACT_KEY = "AAAA-BBBB-CCCC-DDDD";
const OURS = await createCertificate({ name: "Acme", now: () => NOW });
const THEIRS = await createCertificate({ name: "Acme", now: () => NOW });
const TOKENS = await issue();

describe("issueConsumerTokens", () => {
  it("C11: says who, for which tenant, until when, and which kind of token it is", () => {
    const seconds = Math.floor(NOW / 1000);
    const shared = { iss: ISSUER, sub: "consumer-1", aud: CONTRACT_KEY, iat: seconds };
    const { refreshJti, accessToken, refreshToken } = TOKENS;

    expect(claimsOf(accessToken)).toEqual({
      ...shared,
      typ: "access",
      exp: seconds + 15 * 60,
      jti: expect.any(String),
    });
    expect(claimsOf(refreshToken)).toEqual({
      ...shared,
      typ: "refresh",
      exp: seconds + 30 * 24 * 60 * 60,
      jti: refreshJti,
    });
    expect(claimsOf(accessToken).jti).not.toBe(refreshJti);
    expect(TOKENS.refreshExpiresAt).toBe("2026-03-31T12:00:00.000Z");
  });

  it("C11: names its certificate by the SHA-256 thumbprint, and nothing more", () => {
    for (const token of [TOKENS.accessToken, TOKENS.refreshToken]) {
      expect(JSON.parse(decode(token.split(".")[0]!))).toEqual({
        alg: "ES256",
        typ: "JWT",
        kid: Buffer.from(OURS.fingerprint, "hex").toString("base64url"),
      });
    }
  });

  it("G100: verifies with the delivered PEM and without our library", () => {
    expect(isSignedBy(OURS.certificatePem, TOKENS.accessToken)).toBe(true);
    expect(isSignedBy(OURS.certificatePem, TOKENS.refreshToken)).toBe(true);
  });

  it("G100: does not verify with another tenant's PEM", () => {
    expect(isSignedBy(THEIRS.certificatePem, TOKENS.accessToken)).toBe(false);
    expect(isSignedBy(THEIRS.certificatePem, TOKENS.refreshToken)).toBe(false);
  });

  it("G102, C20: a certificate past its year still signs", async () => {
    const late = NOW + 2 * 365 * 24 * 60 * 60 * 1000;
    const { accessToken } = await issue({ now: () => late });

    expect(isSignedBy(OURS.certificatePem, accessToken)).toBe(true);
  });
});

describe("verifyRefreshToken", () => {
  it("G101: tells whose it is and which one", async () => {
    expect(await check(TOKENS.refreshToken)).toEqual({
      consumerId: "consumer-1",
      jti: TOKENS.refreshJti,
    });
  });

  it("G101: refuses the access token", async () => {
    expect(await check(TOKENS.accessToken)).toBeNull();
  });

  it("C11: holds for 30 days, to the second", async () => {
    const end = Date.parse(TOKENS.refreshExpiresAt);

    expect(await check(TOKENS.refreshToken, { now: () => end - 1 })).not.toBeNull();
    expect(await check(TOKENS.refreshToken, { now: () => end })).toBeNull();
  });

  it("G102, C20: a token of the certificate before is found by its kid, while that is kept", async () => {
    const both = pemsByKid(THEIRS, OURS);

    expect(await check(TOKENS.refreshToken, { certificates: both })).not.toBeNull();
    expect(await check(TOKENS.refreshToken, { certificates: pemsByKid(THEIRS) })).toBeNull();
    expect(await check(TOKENS.refreshToken, { certificates: new Map() })).toBeNull();
  });

  it("G93, G100: refuses another tenant, another installation, another tenant's certificate", async () => {
    const swapped = new Map([[thumbprint(OURS.certificatePem), THEIRS.certificatePem]]);

    expect(await check(TOKENS.refreshToken, { audience: "EEEE-FFFF-GGGG-HHHH" })).toBeNull();
    expect(await check(TOKENS.refreshToken, { issuer: "https://other.example" })).toBeNull();
    expect(await check(TOKENS.refreshToken, { certificates: swapped })).toBeNull();
  });

  it("C28: refuses an application token", async () => {
    const keys = [await createSigningKey()];
    const service = await createTokenService({ keys, issuer: ISSUER, now, newId });
    const token = await service.mint({ keyId: "consumer-1", clientId: "x", generation: 1 });

    expect(await check(token)).toBeNull();
  });

  it.each<[string, object, object]>([
    ["the header alone", {}, {}],
    ["a list of audiences", {}, { aud: [CONTRACT_KEY] }],
    ["an expiry as text", {}, { exp: "9999999999" }],
    ["no expiry", {}, { exp: undefined }],
    ["no subject", {}, { sub: undefined }],
    ["no id", {}, { jti: undefined }],
    ["a key of its own", { jwk: {} }, {}],
    ["crit", { crit: ["exp"] }, {}],
    ["another type", { typ: "docgate-app+jwt" }, {}],
    ["no type", { typ: undefined }, {}],
  ])("G100: refuses %s, even if the certificate's key signed it", async (name, header, claims) => {
    const token = forge(header, claims);

    expect((await check(token)) === null).toBe(name !== "the header alone");
  });

  it("C29: refuses each flip of each bit", async () => {
    const { refreshToken } = TOKENS;
    for (let at = 0; at < refreshToken.length; at++) {
      for (const bit of [0, 1, 4, 7]) {
        const code = refreshToken.charCodeAt(at) ^ (1 << bit);
        const token =
          refreshToken.slice(0, at) + String.fromCharCode(code) + refreshToken.slice(at + 1);
        expect(await check(token)).toBeNull();
      }
    }
  });

  it("takes any text without an exception", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        expect(await check(text)).toBeNull();
      }),
    );
  });
});

function now(): number {
  return NOW;
}

function issue(changes: { readonly now?: () => number } = {}): Promise<ConsumerTokens> {
  return issueConsumerTokens({
    privateKeyPem: OURS.privateKeyPem,
    thumbprint: thumbprint(OURS.certificatePem),
    issuer: ISSUER,
    consumerId: "consumer-1",
    contractKey: CONTRACT_KEY,
    now,
    newId,
    ...changes,
  });
}

type Changes = Partial<Parameters<typeof verifyRefreshToken>[0]>;

function check(token: string, changes: Changes = {}) {
  const certificates = pemsByKid(OURS);
  return verifyRefreshToken({
    token,
    certificates,
    issuer: ISSUER,
    audience: CONTRACT_KEY,
    now,
    ...changes,
  });
}

function pemsByKid(...all: { readonly certificatePem: string }[]): Map<string, string> {
  return new Map(all.map(({ certificatePem }) => [thumbprint(certificatePem), certificatePem]));
}

/** The refresh token with other members, signed with the certificate's own key. */
function forge(header: object, claims: object): string {
  const [first, second] = TOKENS.refreshToken.split(".").map((part) => decode(part));
  const input = [
    { ...JSON.parse(first!), ...header },
    { ...JSON.parse(second!), ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const key = createPrivateKey(OURS.privateKeyPem);
  const signature = sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
  return `${input}.${signature.toString("base64url")}`;
}

function isSignedBy(certificatePem: string, token: string): boolean {
  const { publicKey: key } = new X509Certificate(certificatePem);
  const [header, payload, signature] = token.split(".");
  const data = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature!, "base64url");
  return verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, bytes);
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(decode(token.split(".")[1]!));
}

function decode(part: string): string {
  return Buffer.from(part, "base64url").toString();
}
