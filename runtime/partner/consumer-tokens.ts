import { type CryptoKey, importPKCS8, importX509, SignJWT } from "jose";
import { type Claims, readSignedToken } from "./signed-token.ts";

const ALGORITHM = "ES256";
const TYPE = "JWT";
/** Decision C11. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

export interface ConsumerTokensOptions {
  /** The certificate's, PKCS #8. */
  readonly privateKeyPem: string;
  /** The certificate's, as `thumbprint` gives it: partners find the PEM by it. */
  readonly thumbprint: string;
  readonly issuer: string;
  readonly consumerId: string;
  /** The tenant key of the contract, the tokens' audience. */
  readonly contractKey: string;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface ConsumerTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Id of the refresh token, by which it is used only once. */
  readonly refreshJti: string;
  /** ISO 8601, UTC. */
  readonly refreshExpiresAt: string;
}

/**
 * Signs the two tokens of a consumer with the certificate's key (decision C11): ES256, the access
 * token for 15 minutes, the refresh token for 30 days.
 */
export async function issueConsumerTokens(options: ConsumerTokensOptions): Promise<ConsumerTokens> {
  const { privateKeyPem, thumbprint, issuer, consumerId, contractKey, now, newId } = options;
  const key = await importPKCS8(privateKeyPem, ALGORITHM);
  const issuedAt = Math.floor(now() / 1000);
  const refreshJti = newId();

  function sign(typ: "access" | "refresh", jti: string, expiresAt: number): Promise<string> {
    return new SignJWT({ typ })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: thumbprint })
      .setIssuer(issuer)
      .setSubject(consumerId)
      .setAudience(contractKey)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(jti)
      .sign(key);
  }

  const refreshExpiry = issuedAt + REFRESH_TOKEN_SECONDS;
  return {
    accessToken: await sign("access", newId(), issuedAt + ACCESS_TOKEN_SECONDS),
    refreshToken: await sign("refresh", refreshJti, refreshExpiry),
    refreshJti,
    refreshExpiresAt: new Date(refreshExpiry * 1000).toISOString(),
  };
}

export interface VerifyRefreshTokenOptions {
  readonly token: string;
  /** PEM of the certificates that may have signed it, by thumbprint: today's and its forerunners. */
  readonly certificates: ReadonlyMap<string, string>;
  readonly issuer: string;
  readonly audience: string;
  readonly now: () => number;
}

export interface RefreshToken {
  readonly consumerId: string;
  readonly jti: string;
}

/**
 * What a refresh token says, if one of these certificates signed it for this tenant and its time
 * is not up; else null. Whether it was used before is for the store to say.
 */
export async function verifyRefreshToken(
  options: VerifyRefreshTokenOptions,
): Promise<RefreshToken | null> {
  const { token, certificates, issuer, audience, now } = options;

  async function findKey(kid: string): Promise<CryptoKey | undefined> {
    const pem = certificates.get(kid);
    return pem === undefined ? undefined : importX509(pem, ALGORITHM);
  }

  const claims = await readSignedToken(token, { algorithm: ALGORITHM, typ: TYPE, findKey });
  if (!claims || claims.iss !== issuer || claims.aud !== audience) return null;
  return claims.typ === "refresh" && isCurrent(claims, now()) ? identify(claims) : null;
}

function isCurrent({ exp }: Claims, now: number): boolean {
  return typeof exp === "number" && now < exp * 1000;
}

function identify({ sub, jti }: Claims): RefreshToken | null {
  return typeof sub === "string" && typeof jti === "string" ? { consumerId: sub, jti } : null;
}
