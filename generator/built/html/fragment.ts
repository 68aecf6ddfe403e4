/** Tells whether the fragment of an address leads to an id: as it is written, or decoded. */
export function leadsTo(address: string, id: string): boolean {
  const at = address.indexOf("#");
  if (at < 0) return false;
  const fragment = address.slice(at + 1);
  return fragment === id || decodePercent(fragment) === id;
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
