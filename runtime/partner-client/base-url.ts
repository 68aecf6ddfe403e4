/**
 * Returns the base that paths are appended to, without a slash at its end. That of the Partner API,
 * with `/v1`, means the same.
 *
 * @throws {TypeError} if it is not the address of a docgate
 */
export function parseBaseUrl(docgateUrl: string): string {
  const url = URL.parse(docgateUrl);
  const isAddress = url !== null && /^https?:$/.test(url.protocol);
  // The message does not contain the value: it could have a password in it.
  if (!isAddress || url.username || url.password || url.search || url.hash) {
    throw new TypeError("docgateUrl must be an address such as https://docs.example.com.");
  }
  return url.href.replace(/\/+$/, "").replace(/\/v1$/, "");
}
