import type { Range } from "../destination.ts";
import { referenceAt } from "./references.ts";

/** A part of a source that is text. */
export interface Piece extends Range {
  /** Text that it stands for. Default: what the source has there. */
  readonly text?: string;
}

const ESCAPABLE = /[!-/:-@[-`{-~]/;
const SPACE = /[ \t\r\n]/;

/**
 * Finds the characters of a value in the source from which a parser read it: past the marks of
 * quotes and lists before its lines, and past escapes.
 *
 * @param hasEscapes True if the source may have escaped characters and references to characters.
 * @returns null if the source does not have them
 */
export function align(
  value: string,
  { source, hasEscapes }: { readonly source: string; readonly hasEscapes: boolean },
): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let start = 0;
  let at = 0;
  const endPiece = (next: number): void => {
    if (start < at) pieces.push({ start, end: at });
    start = next;
    at = next;
  };
  for (let read = 0; read < value.length; ) {
    if (at >= source.length) return null;
    const reference = hasEscapes && source[at] === "&" ? referenceAt(source, at) : null;
    if (reference !== null && value.startsWith(reference.text, read)) {
      const { text, end } = reference;
      endPiece(at);
      pieces.push({ start: at, end, text });
      read += text.length;
      start = at = end;
      continue;
    }
    const isEscape = hasEscapes && source[at] === "\\" && ESCAPABLE.test(source[at + 1] ?? "");
    if (isEscape && source[at + 1] === value[read]) endPiece(at + 1);
    const [found, wanted] = [source[at]!, value[read]!];
    if (found === wanted || (SPACE.test(found) && SPACE.test(wanted))) {
      at++;
      read++;
    } else if (SPACE.test(found) || found === ">") endPiece(at + 1);
    // A tab may stand partly for the indentation of a list.
    else if (SPACE.test(wanted)) read++;
    else return null;
  }
  endPiece(at);
  return pieces;
}
