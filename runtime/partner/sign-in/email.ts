import { MAX_ADDRESS_BYTES } from "../mail/address.ts";
import { NFC_UNITS } from "../nfc.ts";

/**
 * Converts an address to the form in which consumers' addresses are compared: case, the encoding of
 * accents and white space around it do not matter (ATTACK-G97). Text too long for an address is
 * compared as it is, since no consumer has it.
 */
export function foldEmail(email: string): string {
  // Text that no database can store is not in any stored address either.
  const text = email.toWellFormed().replaceAll("\0", "\ufffd");
  // In this order: some accented capitals are two characters but one in lower case.
  const folded = text.trim().toLowerCase();
  return folded.length <= MAX_ADDRESS_BYTES * NFC_UNITS ? folded.normalize("NFC") : folded;
}
