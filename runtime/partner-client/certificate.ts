import { type CryptoKey, importX509 } from "jose";
import { PartnerError } from "./partner-error.ts";

/** The algorithm of consumers' tokens. */
export const ALGORITHM = "ES256";

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/** A certificate as docgate delivered it. */
export interface Certificate {
  readonly pem: string;
  /** The `kid` of the tokens that it signs: its SHA-256 in base64url. */
  readonly kid: string;
  /** Its SHA-256 in 64 hexadecimal digits, as administrators see it. */
  readonly fingerprint: string;
}

/** Reads a certificate. @throws {PartnerError} `certificate-invalid` if it is not one */
export async function readCertificate(
  pem: string,
): Promise<{ readonly certificate: Certificate; readonly key: CryptoKey }> {
  try {
    const [, base64] = PEM.exec(pem)!;
    const der = Uint8Array.from(atob(base64!), (character) => character.charCodeAt(0));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
    const kid = btoa(String.fromCharCode(...digest));
    return {
      certificate: Object.freeze({
        pem,
        kid: kid.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
        fingerprint: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""),
      }),
      key: await importX509(pem, ALGORITHM),
    };
  } catch (cause) {
    const message = "The delivered text is not a certificate (PEM) of a P-256 key.";
    throw new PartnerError("certificate-invalid", message, { cause });
  }
}
