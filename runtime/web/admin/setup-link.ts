/**
 * Takes the token of a set-up link out of the address bar, where it could be seen, bookmarked and
 * kept in the history.
 *
 * @returns Null if the page was not opened with such a link.
 */
export function takeSetupToken(): string | null {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get("setup");
  if (token !== null) window.history.replaceState(null, "", pathname + search);
  return token || null;
}
