/** Returns the fragment of an address, decoded; null if it has none. */
export function fragmentOf(address: string): string | null {
  const at = address.indexOf("#");
  return at < 0 || at === address.length - 1 ? null : decodePercent(address.slice(at + 1));
}

/** Decodes percent-encoding; a text that is not valid stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
