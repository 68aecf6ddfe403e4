import { createHash, randomBytes, type webcrypto, X509Certificate } from "node:crypto";

/** RFC 5280 appendix A: a common name has at most 64 characters. */
const MAX_COMMON_NAME = 64;
const KEY_ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

/** A key pair and its self-issued certificate. */
export interface IssuedCertificate {
  /** PKCS #8. Sealed at once, and never shown. */
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
 * Creates an ECDSA P-256 key pair and a self-issued certificate for one year: partners pin it.
 *
 * It may sign data but not certificates (`CA:FALSE`, `digitalSignature`).
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
 * Returns the `kid` of tokens signed with the certificate's key: its SHA-256 thumbprint (CHAIN-C11)
 * in base64url, as in `x5t#S256` (RFC 7515 §4.1.8).
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
  // Loaded only when first needed, because it takes longer than the rest of the start.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    keys,
    serialNumber: createSerial(),
    // Passed as a structure: in the text form, commas and quotes of the name would be interpreted.
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
 * Converts a name to a form that a certificate can hold: at most 64 characters, no control
 * characters (a NUL ends the name for some readers), only whole characters, never empty.
 */
function commonName(name: string): string {
  const clean = name.toWellFormed().replace(/\p{Cc}/gu, " ");
  return Array.from(clean).slice(0, MAX_COMMON_NAME).join("") || "docgate";
}

/** Computes the validity in whole seconds, for one calendar year. */
function yearFrom(now: number): Validity {
  const notBefore = new Date(now);
  notBefore.setUTCMilliseconds(0);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + 1);
  return { notBefore, notAfter };
}

/** Creates a positive integer of 16 bytes in its shortest form (RFC 5280 §4.1.2.2). */
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
