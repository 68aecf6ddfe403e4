import { Parser } from "htmlparser2";

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]*);/y;
const REFERENCES = new RegExp(REFERENCE, "g");
/** Names stand for one or two characters; of others, HTML may decode a part. */
const MAX_LENGTH = 2;
const named = new Map<string, string | null>();

/** A character reference, such as `&amp;`. */
export interface Reference {
  readonly end: number;
  /** Characters that it stands for. */
  readonly text: string;
}

/** Reads a character reference (CommonMark 0.31, section 2.5); null if none begins at the offset. */
export function referenceAt(source: string, at: number): Reference | null {
  REFERENCE.lastIndex = at;
  const match = REFERENCE.exec(source);
  const text = match && textOf(match);
  return text === null ? null : { end: REFERENCE.lastIndex, text };
}

/** Replaces the character references in a text. */
export function decodeReferences(text: string): string {
  return text.replace(REFERENCES, (...match) => textOf(match as unknown as string[]) ?? match[0]);
}

function textOf([whole, decimal, hexadecimal]: readonly string[]): string | null {
  if (decimal === undefined && hexadecimal === undefined) return nameOf(whole!);
  const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal!, 16);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : "\ufffd";
}

function nameOf(reference: string): string | null {
  const known = named.get(reference);
  if (known !== undefined) return known;
  let text = "";
  const parser = new Parser({
    ontext(piece) {
      text += piece;
    },
  });
  parser.end(reference);
  const found = text.length <= MAX_LENGTH ? text : null;
  named.set(reference, found);
  return found;
}
