import { isUtf8 } from "node:buffer";
import { decodeBase64 } from "./base64.ts";

/**
 * More than twice the length of real credentials; checked before decoding (ATTACK-B25).
 */
const MAX_HEADER_CHARACTERS = 2048;

/** The three values with which a partner's server mints an application token (CHAIN-C2). */
export interface MintCredentials {
  readonly clientSecret: string;
  /** Id of the API key. */
  readonly apiKeyId: string;
  /** The raw key, as it was revealed. */
  readonly apiKeySecret: string;
}

/**
 * Parses the `Authorization` value of a mint: base64 or base64url, padded or not, of
 * `client_secret|api_key|api_key_secret`, sent bare.
 *
 * Blanks around it are refused here; those at the ends of a header line never arrive, because HTTP
 * does not count them as part of the value (RFC 9110 §5.5).
 *
 * @returns null for everything else, including `Bearer …` and `Basic …` (ATTACK-B18)
 */
export function parseMintCredentials(value: string | undefined): MintCredentials | null {
  if (value === undefined || value.length > MAX_HEADER_CHARACTERS) return null;
  const text = decodeText(value);
  const parts = text?.split("|") ?? [];
  if (parts.length !== 3 || parts.includes("")) return null;
  const [clientSecret, apiKeyId, apiKeySecret] = parts as [string, string, string];
  return { clientSecret, apiKeyId, apiKeySecret };
}

/**
 * Parses `Bearer <token>` (RFC 6750 §2.1).
 *
 * The scheme is case-insensitive (RFC 9110 §11.1), so `bearer <token>` is accepted too; exactly one
 * blank separates the two (ATTACK-C27), and nothing surrounds them.
 *
 * @returns the token, or null
 */
export function parseBearer(value: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(value ?? "")?.[1] ?? null;
}

/** Decodes without an exception, which would take longer than any other refusal (ATTACK-B17). */
function decodeText(value: string): string | null {
  const bytes = decodeBase64(value);
  return bytes && isUtf8(bytes) ? bytes.toString("utf8") : null;
}
