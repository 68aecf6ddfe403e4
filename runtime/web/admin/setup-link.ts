/**
 * Takes the token of a set-up link out of the address bar, where it would be seen, bookmarked and
 * kept in the history.
 *
 * @returns Null when the page was opened in another way.
 */
export function takeSetupToken(): string | null {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get("setup");
  if (token !== null) window.history.replaceState(null, "", pathname + search);
  return token || null;
}
