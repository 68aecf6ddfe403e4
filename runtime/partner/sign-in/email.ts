/**
 * The form in which the addresses of consumers are compared: case, the way to write an accent and
 * white space around them do not matter (G97).
 */
export function foldEmail(email: string): string {
  // What no engine can hold as text is in no stored address either.
  const text = email.toWellFormed().replaceAll("\0", "\ufffd");
  // In this order: some capitals with an accent are two characters, and one in lower case.
  return text.trim().toLowerCase().normalize("NFC");
}
