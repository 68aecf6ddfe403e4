import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { encodeUtf8 } from "../bytes.ts";

/** A section of a page: a heading with the text up to the next one, or the text before the first. */
export interface SectionText {
  /** Null for the text before the first heading. */
  readonly heading: string | null;
  /** The visible text below the heading, on one line. */
  readonly text: string;
}

/** Returns the SHA-256 of a section, in hexadecimal: of its heading, a line feed and its visible text. */
export function hashSection({ heading, text }: SectionText): string {
  return bytesToHex(sha256(encodeUtf8(`${heading ?? ""}\n${text}`)));
}
