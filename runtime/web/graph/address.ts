/** Makes the part of an address that selects a page, for example `#guide/essentials/list`. */
export function formatAddress(id: string): string {
  return `#${encodeURIComponent(id).replaceAll("%2F", "/")}`;
}

/**
 * Reads the id of the selected page from the address.
 *
 * @param hash Part of the address from `#` on.
 * @returns Null when the address selects nothing; an id that no page has is given as it is.
 */
export function parseAddress(hash: string): string | null {
  const text = hash.slice(1);
  if (text === "") return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
