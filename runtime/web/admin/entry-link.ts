/** A link that lets someone in who has no account yet. */
export interface EntryLink {
  readonly kind: "set-up" | "invitation";
  /** Its secret; it is not kept anywhere else. */
  readonly token: string;
}

/**
 * Takes the secret of a set-up link or an invitation out of the address bar, where it could be seen,
 * bookmarked and kept in the history.
 *
 * @returns Null if the page was not opened with such a link.
 */
export function takeEntryLink(): EntryLink | null {
  const { hash, pathname, search } = window.location;
  const parameters = new URLSearchParams(hash.slice(1));
  const setUp = parameters.get("setup");
  const invitation = parameters.get("invitation");
  if (setUp === null && invitation === null) return null;
  window.history.replaceState(null, "", pathname + search);
  if (setUp) return { kind: "set-up", token: setUp };
  return invitation ? { kind: "invitation", token: invitation } : null;
}
