import { randomUUID as newId, verify, X509Certificate } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import {
  type ConsumerTokens,
  issueConsumerTokens,
} from "../../../../runtime/partner/tokens/consumer-tokens.ts";
import { issueCertificate, thumbprint } from "../../../../runtime/partner/tokens/x509.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.parse("2026-03-01T12:00:00.900Z");
const ISSUER = "https://docs.example";
const CONTRACT_KEY = "AAAA-BBBB-CCCC-DDDD";
const OURS = await issueCertificate({ name: "Acme", now: () => NOW });
const THEIRS = await issueCertificate({ name: "Acme", now: () => NOW });
const TOKENS = await issue();

describe("issueConsumerTokens", () => {
  it("CHAIN-C11: states the consumer, the tenant, the expiry and the kind of token", () => {
    const seconds = Math.floor(NOW / 1000);
    const shared = { iss: ISSUER, sub: "consumer-1", aud: CONTRACT_KEY, iat: seconds };
    const { accessToken, refreshToken } = TOKENS;

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
      jti: expect.any(String),
    });
    expect(claimsOf(accessToken).jti).not.toBe(claimsOf(refreshToken).jti);
    expect(TOKENS.refreshExpiresAt).toBe("2026-03-31T12:00:00.000Z");
  });

  it("CHAIN-C11: names its certificate by the SHA-256 thumbprint, and nothing else", () => {
    for (const token of [TOKENS.accessToken, TOKENS.refreshToken]) {
      expect(JSON.parse(decode(token.split(".")[0]!))).toEqual({
        alg: "ES256",
        typ: "JWT",
        kid: Buffer.from(OURS.fingerprint, "hex").toString("base64url"),
      });
    }
  });

  it("ATTACK-G100: verifies with the delivered PEM and without our library", () => {
    expect(isSignedBy(OURS.certificatePem, TOKENS.accessToken)).toBe(true);
    expect(isSignedBy(OURS.certificatePem, TOKENS.refreshToken)).toBe(true);
  });

  it("ATTACK-G100: does not verify with another tenant's PEM", () => {
    expect(isSignedBy(THEIRS.certificatePem, TOKENS.accessToken)).toBe(false);
    expect(isSignedBy(THEIRS.certificatePem, TOKENS.refreshToken)).toBe(false);
  });

  it("ATTACK-G102, CHAIN-C20: a certificate past its year still signs", async () => {
    const late = NOW + 2 * 365 * 24 * 60 * 60 * 1000;
    const { accessToken } = await issue({ now: () => late });

    expect(isSignedBy(OURS.certificatePem, accessToken)).toBe(true);
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
