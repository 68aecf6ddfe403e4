import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { issueCertificate, thumbprint } from "../../../../runtime/partner/tokens/x509.ts";
import { ANY_CHARACTER } from "../../../support/any-character.ts";
import { RUNS } from "../../../support/extent.ts";

// Many small signatures or hashes: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.parse("2026-03-01T12:34:56.789Z");
const CERTIFICATE = await make("Acme");

describe("issueCertificate", () => {
  it("PIA §2: is valid for one year, from the second it is created", () => {
    const { notBefore, notAfter, certificatePem } = CERTIFICATE;
    const { validFrom, validTo } = new X509Certificate(certificatePem);

    expect([notBefore, notAfter]).toEqual(["2026-03-01T12:34:56.000Z", "2027-03-01T12:34:56.000Z"]);
    expect(new Date(validFrom).toISOString()).toBe(notBefore);
    expect(new Date(validTo).toISOString()).toBe(notAfter);
  });

  it.each([
    ["a leap day", "2028-02-29T00:00:00Z", "2029-03-01T00:00:00.000Z"],
    [
      "the year in which X.509 changes its form of time",
      "2049-06-01T00:00:00Z",
      "2050-06-01T00:00:00.000Z",
    ],
  ])("PIA §2: is valid for one year from %s", async (_, start, end) => {
    const { certificatePem, notAfter } = await make("Acme", Date.parse(start));

    expect(notAfter).toBe(end);
    expect(new Date(new X509Certificate(certificatePem).validTo).toISOString()).toBe(end);
  });

  it("PIA §2: is self-issued and signed with its own key", () => {
    const certificate = new X509Certificate(CERTIFICATE.certificatePem);

    expect(certificate.subject).toBe("CN=Acme");
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  it("its private key is PKCS #8 and matches the certificate", () => {
    const privateKey = createPrivateKey(CERTIFICATE.privateKeyPem);
    const { publicKey } = new X509Certificate(CERTIFICATE.certificatePem);

    expect(CERTIFICATE.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(createPublicKey(CERTIFICATE.privateKeyPem).equals(publicKey)).toBe(true);
    expect(verify("sha256", NOTE, publicKey, sign("sha256", NOTE, privateKey))).toBe(true);
  });

  it("its fingerprint is the SHA-256 of its DER, in lower-case hexadecimal digits", () => {
    const { fingerprint256 } = new X509Certificate(CERTIFICATE.certificatePem);

    expect(CERTIFICATE.fingerprint).toBe(fingerprint256.replaceAll(":", "").toLowerCase());
  });

  it("its serial number is positive, of 16 bytes, and never repeats", async () => {
    const serials = await Promise.all(
      Array.from({ length: 20 }, async () => serialOf((await make("Acme")).certificatePem)),
    );

    expect(serials.filter((serial) => !/^[4-7][0-9A-F]{31}$/.test(serial))).toEqual([]);
    expect(new Set(serials).size).toBe(serials.length);
  });

  it("writes PEM in lines of 64 characters, as every reader expects", () => {
    for (const pem of [CERTIFICATE.certificatePem, CERTIFICATE.privateKeyPem]) {
      const lines = pem.split("\n").slice(1, -2);
      expect(lines.slice(0, -1).every((line) => line.length === 64)).toBe(true);
      expect(pem.endsWith("-----\n")).toBe(true);
    }
  });

  it("PIA §2: any name gives a certificate that names it, and nothing else", async () => {
    const special = fc.constantFrom(..."#+,;=\"\\<>/ '", "\0", "\n", "\u{1f511}", "\ud800");
    const name = fc
      .array(fc.oneof(special, fc.string({ unit: ANY_CHARACTER, maxLength: 8 })), { maxLength: 30 })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const { certificatePem } = await make(text);
        const certificate = new X509Certificate(certificatePem);
        expect(certificate.verify(certificate.publicKey)).toBe(true);
        expect(commonNames(certificate)).toEqual([expectedName(text)]);
      }),
      { numRuns: RUNS.costly },
    );
  });

  it.each([
    [
      "hexadecimal digits after #, which the text form of a name reads as DER",
      "#04024869",
      "#04024869",
    ],
    ["a second attribute", "Acme, O=Other+OU=x", "Acme, O=Other+OU=x"],
    ["leading and trailing blanks", "  Acme ", "  Acme "],
    ["a NUL, which ends the name for some readers", "acme.example\0.evil", "acme.example .evil"],
    ["100 characters, where X.509 allows 64", "x".repeat(100), "x".repeat(64)],
    ["emoji at the cut", `${"x".repeat(63)}🔑🔑`, `${"x".repeat(63)}🔑`],
    ["half a character", "a\ud800", "a\ufffd"],
    ["nothing", "", "docgate"],
  ])("PIA §2: accepts a name with %s", async (_, name, expected) => {
    const { certificatePem } = await make(name);

    expect(commonNames(new X509Certificate(certificatePem))).toEqual([expected]);
  });
});

describe("thumbprint", () => {
  it("CHAIN-C11: is the SHA-256 of the DER in base64url", () => {
    const { fingerprint, certificatePem } = CERTIFICATE;

    expect(thumbprint(certificatePem)).toBe(Buffer.from(fingerprint, "hex").toString("base64url"));
  });

  it("CHAIN-C11: does not depend on the formatting of the PEM", () => {
    const { certificatePem } = CERTIFICATE;

    expect(thumbprint(certificatePem.replaceAll("\n", "\r\n"))).toBe(thumbprint(certificatePem));
  });
});

const NOTE = Buffer.from("text");

function make(name: string, now = NOW) {
  return issueCertificate({ name, now: () => now });
}

function serialOf(pem: string): string {
  return new X509Certificate(pem).serialNumber;
}

/** Reads every common name of the subject from the structure, not from its text form. */
function commonNames(certificate: X509Certificate): string[] {
  const { subject } = certificate.toLegacyObject();
  expect(Object.keys(subject)).toEqual(["CN"]);
  return [subject.CN].flat() as string[];
}

function expectedName(name: string): string {
  const clean = name.toWellFormed().replace(/\p{Cc}/gu, " ");
  return [...clean].slice(0, 64).join("") || "docgate";
}
