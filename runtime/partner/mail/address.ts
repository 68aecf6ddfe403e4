import { Buffer } from "node:buffer";
import { DocgateError } from "../../../corpus/error.ts";

/** A mailbox with its display name, which may be empty. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** RFC 5321 section 4.5.3.1.3: 256 octets with the angle brackets. */
export const MAX_ADDRESS_BYTES = 254;

/** One side of the `@`, without separators, quotes, comments or controls (RFC 5322, 3.2.3). */
const SIDE = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}<>()[\]\\,;:"@]+`;
const ADDRESS = new RegExp(`^${SIDE}@${SIDE}$`, "u");
const SENDER = /^(?<name>[^<>"]*)<(?<address>[^<>]*)>$/;

/**
 * Checks that mail can be sent to an address exactly as written. Quoted local parts and addresses
 * without a domain are refused; characters beyond ASCII are allowed.
 */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_ADDRESS_BYTES && ADDRESS.test(text);
}

/** Returns the part after the `@`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/**
 * Parses the sender's address: `no-reply@example.com`, or `Acme <no-reply@example.com>`.
 *
 * @throws {DocgateError} `setting` if it is neither
 */
export function parseSender(text: string): MailAddress {
  const { name = "", address = text } = SENDER.exec(text.trim())?.groups ?? {};
  const sender = { name: name.trim(), address: address.trim() };
  if (isMailAddress(sender.address) && !/\p{Cc}/u.test(sender.name)) return sender;
  throw new DocgateError(
    "setting",
    `Mail cannot be sent from ${JSON.stringify(text)}: expected an address, as in "no-reply@example.com" or "Acme <no-reply@example.com>".`,
  );
}
