import { ASTERISK, GREATER_THAN, isBlank, isDigit, MINUS, ONE, PLUS, TAB } from "./characters.ts";

/** The start of a line: the markers of quotes and list items. */
export interface Prefix {
  readonly end: number;
  readonly markers: number;
  readonly quotes: number;
  /** Number of these in an item that begins on the line. */
  readonly quotesInItems: number;
  /**
   * Depth of its items, and of the quotes and lists around them; a block without a marker is at
   * most this deep.
   */
  readonly depth: number;
  /** True if what follows cannot be text of the paragraph above when it starts a block. */
  readonly isCertain: boolean;
  /** True if it ends the paragraph above. */
  readonly interrupts: boolean;
  readonly hasItem: boolean;
}

/** Reads the start of a line. */
export function readPrefix(line: string): Prefix {
  const end = line.length;
  let [at, column, markers, quotes, quotesInItems, spare] = [0, 0, 0, 0, 0, 0];
  let [isCertain, interrupts, hasItem] = [true, false, false];
  for (;;) {
    const from = column;
    while (at < end && isBlank(line.charCodeAt(at))) {
      column = line.charCodeAt(at) === TAB ? column + 4 - (column % 4) : column + 1;
      at++;
    }
    // One blank after a marker belongs to it.
    const blanks = Math.max(0, column - from - Number(markers > 0));
    spare += blanks;
    const width = at < end ? markerWidth(line, at) : 0;
    const first = line.charCodeAt(at);
    // Indented more deeply, or with another number, it may be a line of the paragraph above.
    isCertain &&= blanks <= 3 && (width <= 1 || (width === 2 && first === ONE));
    if (width === 0) break;
    if (first === GREATER_THAN) {
      quotes++;
      if (hasItem) quotesInItems++;
    } else {
      hasItem = true;
      interrupts ||= isCertain;
    }
    markers++;
    at += width;
    column += width;
  }
  const depth = markers + Math.floor(spare / 2);
  interrupts &&= at < end;
  return { end: at, markers, quotes, quotesInItems, depth, isCertain, interrupts, hasItem };
}

/** Returns the length of the marker of a quote or a list item at a place; 0 if there is none. */
function markerWidth(line: string, at: number): number {
  const first = line.charCodeAt(at);
  if (first === GREATER_THAN) return 1;
  let next = at;
  if (first === MINUS || first === PLUS || first === ASTERISK) next = at + 1;
  else if (isDigit(first)) {
    while (next - at < 9 && isDigit(line.charCodeAt(next))) next++;
    const mark = line[next];
    if (mark !== "." && mark !== ")") return 0;
    next++;
  } else return 0;
  return next >= line.length || isBlank(line.charCodeAt(next)) ? next - at : 0;
}
