/** A link that lets someone in who has no account yet. */
export interface EntryLink {
  readonly kind: "set-up" | "invitation";
  /** Its secret; it is not kept anywhere else. */
  readonly token: string;
}

/** Shown to people who come back from their organization's provider without being signed in. */
const FAILED =
  "Your organization's provider did not sign you in. Try again, or ask an administrator: the audit " +
  "log has the reason.";

/**
 * Takes the note of a failed sign-in at a provider out of the address bar.
 *
 * @returns Null if there is none.
 */
export function takeFailedSignIn(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash !== "#sign-in-failed") return null;
  window.history.replaceState(null, "", pathname + search);
  return FAILED;
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
