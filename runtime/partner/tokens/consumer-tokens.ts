import { importPKCS8, SignJWT } from "jose";

const ALGORITHM = "ES256";
const TYPE = "JWT";
/** Lifetime of access tokens (CHAIN-C11). */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

export interface ConsumerTokensOptions {
  /** The certificate's private key, PKCS #8. */
  readonly privateKeyPem: string;
  /** The certificate's thumbprint, as `thumbprint` returns it: partners find the PEM by it. */
  readonly thumbprint: string;
  readonly issuer: string;
  readonly consumerId: string;
  /** The contract key, the tokens' audience. */
  readonly contractKey: string;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface ConsumerTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** ISO 8601, UTC. */
  readonly refreshExpiresAt: string;
}

/**
 * Signs the two tokens of a consumer with the certificate's key (CHAIN-C11): ES256, the access
 * token for 15 minutes, the refresh token for 30 days.
 */
export async function issueConsumerTokens(options: ConsumerTokensOptions): Promise<ConsumerTokens> {
  const { privateKeyPem, thumbprint, issuer, consumerId, contractKey, now, newId } = options;
  const key = await importPKCS8(privateKeyPem, ALGORITHM);
  const issuedAt = Math.floor(now() / 1000);

  function sign(typ: "access" | "refresh", expiresAt: number): Promise<string> {
    return new SignJWT({ typ })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: thumbprint })
      .setIssuer(issuer)
      .setSubject(consumerId)
      .setAudience(contractKey)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(newId())
      .sign(key);
  }

  const refreshExpiry = issuedAt + REFRESH_TOKEN_SECONDS;
  return {
    accessToken: await sign("access", issuedAt + ACCESS_TOKEN_SECONDS),
    refreshToken: await sign("refresh", refreshExpiry),
    refreshExpiresAt: new Date(refreshExpiry * 1000).toISOString(),
  };
}
