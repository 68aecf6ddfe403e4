// Required by @peculiar/x509.
import "reflect-metadata";
import type { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  type GeneralName,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** The certificate and key of a TLS server, as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface IdentityOptions {
  /** The names and addresses that it is valid for. */
  readonly names: readonly string[];
  /** Days from now. Default: 1. */
  readonly endsInDays?: number;
}

/** An authority that only the tests know. */
export interface TestAuthority {
  /** The certificate to trust. */
  readonly cert: string;
  issue(options: IdentityOptions): Promise<Identity>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 86_400_000;

export async function createAuthority(): Promise<TestAuthority> {
  const keys = await generateKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Test authority",
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(1),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    cert: root.toString("pem"),
    issue: (options) => issue(options, { subject: root.subject, signingKey: keys.privateKey }),
  };
}

/** Creates an identity that no authority has signed. */
export async function selfSigned(options: IdentityOptions): Promise<Identity> {
  return issue(options, undefined);
}

async function issue(
  { names, endsInDays = 1 }: IdentityOptions,
  authority: { readonly subject: string; readonly signingKey: webcrypto.CryptoKey } | undefined,
): Promise<Identity> {
  const keys = await generateKeys();
  const subject = "CN=Test receiver";
  const certificate: X509Certificate = await X509CertificateGenerator.create({
    subject,
    issuer: authority?.subject ?? subject,
    publicKey: keys.publicKey,
    signingKey: authority?.signingKey ?? keys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity(endsInDays),
    extensions: [new SubjectAlternativeNameExtension(names.map(generalName))],
  });
  return { key: await privateKeyPem(keys.privateKey), cert: certificate.toString("pem") };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

function validity(endsInDays: number): { notBefore: Date; notAfter: Date } {
  const end = Date.now() + endsInDays * DAY_MS;
  return { notBefore: new Date(end - 3 * DAY_MS), notAfter: new Date(end) };
}

function generalName(name: string): GeneralName {
  return { type: /^[\d.]+$/.test(name) ? "ip" : "dns", value: name } as GeneralName;
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey("pkcs8", key)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${der.match(/.{1,64}/g)!.join("\n")}\n-----END PRIVATE KEY-----\n`;
}
