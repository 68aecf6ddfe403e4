import { createPrivateKey, hash, type JsonWebKey, sign } from "node:crypto";
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import { LRUCache } from "lru-cache";
import { readSignedToken } from "./signed-token.ts";

const ALGORITHM = "EdDSA";
/** Our own type: no other token of ours can be mistaken for one (ATTACK-C28, RFC 8725 §3.11). */
const TYPE = "docgate-app+jwt";
const MAX_CACHED_TOKENS = 10_000;

/** A key of the installation that signs application tokens. Both JWKs are JSON text. */
export interface SigningKey {
  /** The key's own SHA-256 thumbprint (RFC 7638). */
  readonly kid: string;
  readonly alg: typeof ALGORITHM;
  /** Must be sealed before it is stored. */
  readonly privateJwk: string;
  readonly publicJwk: string;
}

/** The claims of an application token: its key, its client, and its generation. */
export interface ApplicationToken {
  /** Id of the API key. */
  readonly keyId: string;
  /** Public identifier of the client that the token was minted for. */
  readonly clientId: string;
  /** The API key's generation at the mint; revoking its tokens increases it (CHAIN-C19). */
  readonly generation: number;
}

export interface TokenService {
  /** Signs a token that does not expire (PIA §5.2). */
  mint(token: ApplicationToken): Promise<string>;
  /**
   * Returns a token's claims if we signed it, else null; a bad token does not throw. The store
   * decides whether the token still works (CHAIN-C5).
   */
  verify(token: string): Promise<ApplicationToken | null>;
}

export interface TokenServiceOptions {
  /** Newest first: the first signs, all verify. */
  readonly keys: readonly SigningKey[];
  /** Identifies the installation; tokens of another issuer are invalid. */
  readonly issuer: string;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Creates an Ed25519 key (RFC 8037). */
export async function createSigningKey(): Promise<SigningKey> {
  const keys = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(keys.publicKey);
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    alg: ALGORITHM,
    privateJwk: JSON.stringify(await exportJWK(keys.privateKey)),
    publicJwk: JSON.stringify(publicJwk),
  };
}

/**
 * Mints and verifies application tokens with a fixed set of keys. If the set changes, create a new
 * service: tokens of a key that is no longer in it then fail (ATTACK-C34).
 *
 * @throws {TypeError} if there is no key
 */
export async function createTokenService(options: TokenServiceOptions): Promise<TokenService> {
  const { keys, issuer, now, newId } = options;
  const [newest] = keys;
  if (!newest) throw new TypeError("A token service needs at least one signing key.");
  const jwk: JsonWebKey = JSON.parse(newest.privateJwk);
  const signingKey = createPrivateKey({ key: jwk, format: "jwk" });
  const header = encodePart({ alg: ALGORITHM, typ: TYPE, kid: newest.kid });
  const publicKeys = new Map<string, CryptoKey>();
  for (const { kid, publicJwk } of keys) publicKeys.set(kid, await importKey(publicJwk));
  // A signature stays valid for ever, so it is verified once. The token itself is not kept.
  const verified = new LRUCache<string, ApplicationToken>({ max: MAX_CACHED_TOKENS });

  /**
   * Writes the token itself, in JWS compact form (RFC 7515 §3.1). jose signs on another thread with
   * a key that it reads again each time, which takes three times as long (`npm run bench -- --chain`).
   */
  async function mint({ keyId, clientId, generation }: ApplicationToken): Promise<string> {
    const iat = Math.floor(now() / 1000);
    const claims = { client_id: clientId, gen: generation, iss: issuer, sub: keyId, iat };
    const signed = `${header}.${encodePart({ ...claims, jti: newId() })}`;
    return `${signed}.${sign(null, Buffer.from(signed), signingKey).toString("base64url")}`;
  }

  async function verify(token: string): Promise<ApplicationToken | null> {
    const digest = hash("sha256", token, "base64url");
    const known = verified.get(digest);
    if (known) return known;
    const read = await readApplicationToken(token);
    if (read) verified.set(digest, read);
    return read;
  }

  async function readApplicationToken(token: string): Promise<ApplicationToken | null> {
    const claims = await readSignedToken(token, {
      algorithm: ALGORITHM,
      typ: TYPE,
      findKey: async (kid) => publicKeys.get(kid),
    });
    if (claims?.iss !== issuer) return null;
    const { sub: keyId, client_id: clientId, gen: generation } = claims;
    const isWhole =
      typeof keyId === "string" && typeof clientId === "string" && typeof generation === "number";
    return isWhole ? Object.freeze({ keyId, clientId, generation }) : null;
  }

  return { mint, verify };
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

async function importKey(jwk: string): Promise<CryptoKey> {
  return (await importJWK(JSON.parse(jwk) as JWK, ALGORITHM)) as CryptoKey;
}
