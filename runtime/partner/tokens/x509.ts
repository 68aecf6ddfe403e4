import { createHash, randomBytes, type webcrypto, X509Certificate } from "node:crypto";

/** RFC 5280 appendix A: a common name has at most 64 characters. */
const MAX_COMMON_NAME = 64;
const KEY_ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

/** A key pair and the certificate that it issued for itself. */
export interface IssuedCertificate {
  /** PKCS #8. To be sealed at once, and never shown. */
  readonly privateKeyPem: string;
  readonly certificatePem: string;
  /** SHA-256 of the certificate's DER, in lower-case hexadecimal digits. */
  readonly fingerprint: string;
  /** ISO 8601, UTC. */
  readonly notBefore: string;
  readonly notAfter: string;
}

export interface CertificateOptions {
  /** Becomes the subject's common name, see {@link commonName}. */
  readonly name: string;
  readonly now: () => number;
}

/**
 * Makes an ECDSA P-256 key pair and a certificate of one year, issued by itself: partners pin it.
 *
 * It may sign data and no certificate (`CA:FALSE`, `digitalSignature`).
 */
export async function issueCertificate(options: CertificateOptions): Promise<IssuedCertificate> {
  const { name, now } = options;
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ["sign", "verify"]);
  const validity = yearFrom(now());
  const certificatePem = await issue(keys, { name, ...validity });
  return {
    privateKeyPem: toPem("PRIVATE KEY", await crypto.subtle.exportKey("pkcs8", keys.privateKey)),
    certificatePem,
    fingerprint: sha256(certificatePem).toString("hex"),
    notBefore: validity.notBefore.toISOString(),
    notAfter: validity.notAfter.toISOString(),
  };
}

/**
 * The `kid` of tokens that the certificate's key signs: its SHA-256 thumbprint (CHAIN-C11), in
 * base64url as `x5t#S256` has it (RFC 7515 §4.1.8).
 */
export function thumbprint(certificatePem: string): string {
  return sha256(certificatePem).toString("base64url");
}

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

interface Content extends Validity {
  readonly name: string;
}

async function issue(
  keys: webcrypto.CryptoKeyPair,
  { name, notBefore, notAfter }: Content,
): Promise<string> {
  // Loaded when it is first needed, for that takes longer than the rest of the start.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    keys,
    serialNumber: createSerial(),
    // As a structure: a name in the text form would have its commas and quotes interpreted.
    name: new x509.Name([{ CN: [{ utf8String: commonName(name) }] }]),
    notBefore,
    notAfter,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem("CERTIFICATE", certificate.rawData);
}

/**
 * A name as a certificate can hold it: at most 64 characters, no control characters (a NUL ends the
 * name for some readers), only whole characters, never empty.
 */
function commonName(name: string): string {
  const clean = name.toWellFormed().replace(/\p{Cc}/gu, " ");
  return Array.from(clean).slice(0, MAX_COMMON_NAME).join("") || "docgate";
}

/** A certificate's times have whole seconds. The year is the calendar's. */
function yearFrom(now: number): Validity {
  const notBefore = new Date(now);
  notBefore.setUTCMilliseconds(0);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + 1);
  return { notBefore, notAfter };
}

/** A positive integer of 16 bytes in its shortest form (RFC 5280 §4.1.2.2). */
function createSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString("hex");
}

function sha256(certificatePem: string): Buffer {
  return createHash("sha256").update(new X509Certificate(certificatePem).raw).digest();
}

function toPem(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
