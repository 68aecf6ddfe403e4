import { X509Certificate } from "node:crypto";
import { importX509, type JWTPayload, jwtVerify } from "jose";

/** Tokens signed before a rotation stay valid for up to 15 minutes, so the old PEM is kept. */
const KEPT = 2;
const ALGORITHM = "ES256";
/** The two clocks may differ by some seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** A certificate as docgate delivered it. */
export interface Certificate {
  /** SHA-256 of the certificate, base64url; the `kid` of the tokens that it signs. */
  readonly thumbprint: string;
  readonly pem: string;
  /** End of the certificate's validity, as the certificate states it. */
  readonly notAfter: string;
}

export interface Certificates {
  /** @throws {Error} if the PEM is not a certificate */
  deliver(delivery: { readonly pem: string; readonly sharedSecret: string }): void;
  /** Stops trusting every certificate. */
  clear(): void;
  /** Returns the certificate that was delivered last. */
  current(): Certificate | undefined;
  /** Returns the shared secret, for encrypted data; empty if there is none. */
  sharedSecret(): string;
  /** @throws if the token is not an access token that this tenant's certificate signed */
  verify(token: string, expected: ExpectedToken): Promise<JWTPayload>;
}

export interface ExpectedToken {
  readonly issuer: string;
  /** The contract's key. */
  readonly audience: string;
}

/**
 * Keeps delivered certificates and the shared secret. In memory, because the handshake runs at
 * every start; a file would have to be stored like the secrets.
 */
export function createCertificates(): Certificates {
  let delivered: readonly Certificate[] = [];
  let secret = "";

  function findKey({ kid }: { readonly kid?: string }) {
    const certificate = delivered.find(({ thumbprint }) => thumbprint === kid);
    if (certificate) return importX509(certificate.pem, ALGORITHM);
    throw new Error(`No delivered certificate has the thumbprint "${kid}"`);
  }

  return {
    deliver({ pem, sharedSecret }) {
      const certificate = readCertificate(pem);
      const others = delivered.filter(({ thumbprint }) => thumbprint !== certificate.thumbprint);
      delivered = [certificate, ...others].slice(0, KEPT);
      secret = sharedSecret;
    },
    clear() {
      delivered = [];
      secret = "";
    },
    current: () => delivered[0],
    sharedSecret: () => secret,
    async verify(token, { issuer, audience }) {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [ALGORITHM],
        issuer,
        audience,
        requiredClaims: ["sub", "iat", "exp", "jti"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      // A refresh token has the same signature and must not open anything here.
      if (payload.typ !== "access") throw new Error('Expected the claim "typ" to be "access"');
      return payload;
    },
  };
}

function readCertificate(pem: string): Certificate {
  const { fingerprint256, validTo } = new X509Certificate(pem);
  const thumbprint = Buffer.from(fingerprint256.replaceAll(":", ""), "hex").toString("base64url");
  return { thumbprint, pem, notAfter: validTo };
}
