import { MAX_ADDRESS_BYTES } from "../mail/address.ts";
import { NFC_UNITS } from "../nfc.ts";

/**
 * The form in which the addresses of consumers are compared: case, the way to write an accent and
 * white space around them do not matter (ATTACK-G97). What is too long for an address is compared
 * as it is, for it is nobody's.
 */
export function foldEmail(email: string): string {
  // What no engine can hold as text is in no stored address either.
  const text = email.toWellFormed().replaceAll("\0", "\ufffd");
  // In this order: some capitals with an accent are two characters, and one in lower case.
  const folded = text.trim().toLowerCase();
  return folded.length <= MAX_ADDRESS_BYTES * NFC_UNITS ? folded.normalize("NFC") : folded;
}
