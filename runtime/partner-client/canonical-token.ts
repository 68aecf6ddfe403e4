/** Base64url without padding, and without stray bits in the last character (RFC 4648 §3.5). */
const CANONICAL = /^(?:[\w-]{4})*(?:[\w-]{2}[AEIMQUYcgkosw048]|[\w-][AQgw])?$/;

/**
 * Checks that a token is spelled as docgate spells it, by the rule of docgate's own verifier. Decoders
 * also accept white space, padding and stray bits: other texts, unknown to a list of token texts.
 */
export function isCanonicalToken(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "" && CANONICAL.test(part));
}
