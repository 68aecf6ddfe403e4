const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/;
const URL_SAFE = /^[A-Za-z0-9_-]*={0,2}$/;

/**
 * Decodes base64 or base64url (RFC 4648 §4, §5), with or without its padding.
 *
 * Only the canonical spelling of the bytes is accepted: no other characters, no mixed alphabets, no
 * partial padding and no stray bits in the last character (RFC 4648 §3.5).
 *
 * @returns null if the text is not such a spelling
 */
export function decodeBase64(text: string): Buffer | null {
  const encoding = STANDARD.test(text) ? "base64" : URL_SAFE.test(text) ? "base64url" : null;
  if (encoding === null) return null;
  const bytes = Buffer.from(text, encoding);
  const padded = bytes.toString("base64").length;
  const digits = text.replace(/=+$/, "");
  if (text.length !== padded && text.length !== digits.length) return null;
  return bytes.toString(encoding).replace(/=+$/, "") === digits ? bytes : null;
}

/** Checks for the canonical spelling in base64url without padding, as JOSE uses it. */
export function isBase64url(text: string): boolean {
  return /^[A-Za-z0-9_-]*$/.test(text) && decodeBase64(text) !== null;
}
