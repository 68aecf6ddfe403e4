import { type CryptoKey, compactVerify, decodeProtectedHeader, errors } from "jose";
import { isBase64url } from "../secrets/base64.ts";

const MAX_TOKEN_CHARACTERS = 8192;

export interface SignedTokenRules {
  /** The only signature algorithm that is accepted. */
  readonly algorithm: "EdDSA" | "ES256";
  /** The header's `typ`, which distinguishes kinds of tokens. */
  readonly typ: string;
  /** Finds the public key with this `kid`, if it is one of ours. */
  readonly findKey: (kid: string) => Promise<CryptoKey | undefined>;
}

export type Claims = Readonly<Record<string, unknown>>;

/**
 * Verifies a token of this installation in JWS compact form (RFC 7515 §3.1) and returns its claims.
 *
 * Stricter than the RFC, because only tokens that we wrote have to pass: at most 8 KiB, canonical
 * base64url, and a header of only `alg`, `typ` and `kid`, so that a token cannot bring its own key.
 * Expiry is not checked.
 *
 * @returns null for everything else; a bad token does not throw
 */
export async function readSignedToken(
  token: string,
  { algorithm, typ, findKey }: SignedTokenRules,
): Promise<Claims | null> {
  const header = readHeader(token);
  if (header?.alg !== algorithm || header.typ !== typ) return null;
  const key = await findKey(header.kid);
  if (!key) return null;
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [algorithm] });
    return parseObject(Buffer.from(payload).toString());
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

interface Header {
  readonly alg: string;
  readonly typ: string;
  readonly kid: string;
}

function readHeader(token: string): Header | null {
  if (token.length > MAX_TOKEN_CHARACTERS) return null;
  const parts = token.split(".");
  if (parts.length !== 3 || !parts.every((part) => part !== "" && isBase64url(part))) return null;
  try {
    const { alg, typ, kid, ...others } = decodeProtectedHeader(token);
    const isText = [alg, typ, kid].every((value) => typeof value === "string");
    return isText && Object.keys(others).length === 0 ? ({ alg, typ, kid } as Header) : null;
  } catch {
    return null;
  }
}

function parseObject(text: string): Claims | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Claims) : null;
  } catch {
    return null;
  }
}
