/**
 * Writes a fingerprint in hexadecimal digits as OpenSSL and browsers do.
 *
 * @example
 * withColons("1a49fd"); // "1A:49:FD"
 */
export function withColons(fingerprint: string): string {
  return fingerprint.toUpperCase().replace(/..(?=.)/g, "$&:");
}
