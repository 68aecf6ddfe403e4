/** Who may read an edition: everyone, or partners whose contract names it. */
export const EDITION_ACCESS = ["public", "contract"] as const;

/** Tells whether a text can name an edition: it is part of addresses and of file names. */
export function isEditionName(text: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(text);
}
