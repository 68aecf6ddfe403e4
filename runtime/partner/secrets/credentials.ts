import { isUtf8 } from "node:buffer";
import { decodeBase64 } from "./base64.ts";

/**
 * More than twice what real credentials have; looked at before anything is decoded (ATTACK-B25).
 */
const MAX_HEADER_CHARACTERS = 2048;

/** The three values that a partner's server mints an application token with (CHAIN-C2). */
export interface MintCredentials {
  readonly clientSecret: string;
  /** Id of the API key. */
  readonly apiKeyId: string;
  /** The raw key, as it was revealed. */
  readonly apiKeySecret: string;
}

/**
 * Reads the mint's `Authorization` value: base64 or base64url, padded or not, of
 * `client_secret|api_key|api_key_secret`, sent bare.
 *
 * Blanks around it are refused here; those at the ends of a header's line never arrive, for HTTP
 * does not count them as part of the value (RFC 9110 §5.5).
 *
 * @returns null for everything else, `Bearer …` and `Basic …` among it (ATTACK-B18)
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
 * Reads `Bearer <token>` (RFC 6750 §2.1).
 *
 * The scheme's case does not matter (RFC 9110 §11.1), so `bearer <token>` is taken too; between the
 * two stands exactly one blank (ATTACK-C27), and nothing around them.
 *
 * @returns the token, or null
 */
export function parseBearer(value: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(value ?? "")?.[1] ?? null;
}

/** Without an exception, which would take longer than any other refusal (ATTACK-B17). */
function decodeText(value: string): string | null {
  const bytes = decodeBase64(value);
  return bytes && isUtf8(bytes) ? bytes.toString("utf8") : null;
}
