/**
 * Returns true if a media type is JSON in UTF-8 (RFC 9110 section 8.3.1). Of the parameters, only
 * `charset` is significant; `utf8` is a common spelling.
 */
export function isJson(contentType: string): boolean {
  const [, parameters] = /^application\/json[\t ]*((?:;.*)?)$/i.exec(contentType.trim()) ?? [];
  if (parameters === undefined) return false;
  const pairs = parameters.matchAll(/;([^;=]*)(?:=("(?:[^"\\]|\\.)*"|[^;]*))?/g);
  return Array.from(pairs).every(
    ([, name = "", value = ""]) =>
      name.trim().toLowerCase() !== "charset" || /^"?utf-?8"?$/i.test(value.trim()),
  );
}
