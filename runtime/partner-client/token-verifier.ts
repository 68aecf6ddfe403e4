import { type CryptoKey, errors, type JWTPayload, jwtVerify } from "jose";
import { parseBaseUrl } from "./base-url.ts";
import { isCanonicalToken } from "./canonical-token.ts";
import { ALGORITHM, type Certificate, readCertificate } from "./certificate.ts";
import { PartnerError } from "./partner-error.ts";

/** Lifetime of the access tokens that a certificate signed before it was replaced. */
const ACCESS_TOKEN_MS = 15 * 60 * 1000;
/** The two clocks may differ by some seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_TOKEN_CHARACTERS = 8192;

export interface TokenVerifierOptions {
  /** docgate's public address, which issues the tokens. */
  readonly docgateUrl: string;
}

export interface TrustOptions {
  /** The certificate's fingerprint, if the administrator told the partner. Default: any. */
  readonly fingerprint?: string;
}

export interface VerifyOptions {
  /** The key of the partner's contract. */
  readonly audience: string;
}

/** The claims of a consumer's access token. */
export interface ConsumerClaims extends JWTPayload {
  readonly iss: string;
  /** The consumer's id. */
  readonly sub: string;
  readonly aud: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly typ: "access";
}

/** Verifies consumers' tokens with the certificates that docgate has delivered. */
export interface TokenVerifier {
  /**
   * Trusts a certificate. The one before stays trusted for 15 minutes, until the tokens that it
   * signed have expired.
   *
   * @throws {PartnerError} `certificate-invalid`
   */
  trust(pem: string, options?: TrustOptions): Promise<Certificate>;
  /** Stops trusting every certificate. */
  distrust(): void;
  /** Returns the certificate that was trusted last, if there is one. */
  certificate(): Certificate | undefined;
  /**
   * Verifies an access token: its signature by a trusted certificate, issuer, audience and expiry.
   *
   * @throws {PartnerError} `consumer-token-expired`, `consumer-token-invalid`, or
   *   `certificate-unknown`, after which the certificate should be requested again
   */
  verify(token: string, options: VerifyOptions): Promise<ConsumerClaims>;
}

interface TrustedCertificate {
  readonly certificate: Certificate;
  readonly key: CryptoKey;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Creates a verifier that trusts no certificate yet. Certificates are kept in memory: at a start,
 * trust those that you stored, or request the certificate again.
 *
 * @throws {TypeError} if the address cannot be used
 * @example
 * import { createTokenVerifier, PartnerError } from "docgate/partner";
 *
 * const verifier = createTokenVerifier({ docgateUrl: "https://docs.example.com" });
 * try {
 *   await verifier.verify("eyJ…", { audience: "K7QX-2MPA-ZD4T-9RWF" });
 * } catch (error) {
 *   if (!(error instanceof PartnerError)) throw error;
 *   console.log(error.code); // consumer-token-invalid
 * }
 */
export function createTokenVerifier({ docgateUrl }: TokenVerifierOptions): TokenVerifier {
  const issuer = parseBaseUrl(docgateUrl);
  /** Newest first. */
  let trusted: readonly TrustedCertificate[] = [];

  function findKey({ kid }: { readonly kid?: string }): CryptoKey {
    const now = Date.now();
    const found = trusted.find(({ certificate, until }) => certificate.kid === kid && until > now);
    if (found) return found.key;
    const message = "No trusted certificate signed the token: request the certificate again.";
    throw new PartnerError("certificate-unknown", message);
  }

  return {
    async trust(pem, { fingerprint } = {}) {
      const { certificate, key } = await readCertificate(pem);
      checkFingerprint(certificate, fingerprint);
      trusted = [
        { certificate, key, until: Number.POSITIVE_INFINITY },
        ...replaced(trusted).filter(({ certificate: { kid } }) => kid !== certificate.kid),
      ];
      return certificate;
    },
    distrust() {
      trusted = [];
    },
    certificate: () => trusted[0]?.certificate,
    async verify(token, { audience }) {
      if (token.length > MAX_TOKEN_CHARACTERS) throw invalid("it is longer than any of docgate's");
      if (!isCanonicalToken(token)) throw invalid("it is not spelled as docgate spells tokens");
      // Without an audience, the tokens of every tenant would be valid.
      if (!audience) throw new TypeError("audience must be the key of the partner's contract.");
      const rules = {
        algorithms: [ALGORITHM],
        issuer,
        audience,
        requiredClaims: ["sub", "iat", "exp", "jti"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      };
      const { payload } = await jwtVerify(token, findKey, rules).catch(throwRefusal);
      // A refresh token has the same signature and must not open anything here.
      if (payload.typ !== "access") throw invalid('its claim "typ" is not "access"');
      return payload as ConsumerClaims;
    },
  };
}

/** Ends the trust in certificates once the last token that they signed has expired. */
function replaced(trusted: readonly TrustedCertificate[]): TrustedCertificate[] {
  const now = Date.now();
  const end = now + ACCESS_TOKEN_MS + CLOCK_TOLERANCE_SECONDS * 1000;
  return trusted
    .filter(({ until }) => until > now)
    .map((one) => ({ ...one, until: Math.min(one.until, end) }));
}

function checkFingerprint({ fingerprint }: Certificate, expected: string | undefined): void {
  if (expected === undefined || expected.toLowerCase() === fingerprint) return;
  throw new PartnerError(
    "certificate-invalid",
    `The certificate has the fingerprint ${fingerprint}, but expected is "${expected}".`,
  );
}

function throwRefusal(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    throw new PartnerError("consumer-token-expired", "The consumer's token has expired.");
  }
  if (error instanceof errors.JOSEError) throw invalid(error.message);
  throw error;
}

function invalid(why: string): PartnerError {
  return new PartnerError("consumer-token-invalid", `The consumer's token is not valid: ${why}.`);
}
