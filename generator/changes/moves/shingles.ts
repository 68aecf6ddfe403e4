/**
 * Turns Markdown into shingles: three words in a row, as a signed 32-bit number, which V8 passes
 * without allocating.
 *
 * One pass over the code units without an intermediate string, because every page of the new tree
 * goes through here. Destinations of links and HTML tags are left out: they change when pages move.
 */

const SEPARATOR = 0;
const LETTER = 1;
/** A character of a script without spaces between words: a word by itself. */
const IDEOGRAM = 2;

const kinds = createKinds();

/** FNV-1a. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Calls `use` with each shingle of a part of a text, in order, and with where it ends. The first
 * ones are of fewer words.
 */
export function eachShingle(
  text: string,
  { start, end, use }: { start: number; end: number; use: (shingle: number, at: number) => void },
): void {
  let beforeLast = 0;
  let last = 0;
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    const kind = kinds[unit]!;
    if (kind === SEPARATOR) {
      at = afterSeparator(text, { at, end });
      continue;
    }
    let word = Math.imul(OFFSET ^ lower(unit), PRIME);
    at++;
    if (kind === LETTER) {
      for (; at < end; at++) {
        const next = text.charCodeAt(at);
        if (kinds[next] !== LETTER) break;
        word = Math.imul(word ^ lower(next), PRIME);
      }
    }
    use(combine(beforeLast, last, word), at - 1);
    beforeLast = last;
    last = word;
  }
}

/** Returns where to read on after a separator: behind the destination or tag that it begins. */
function afterSeparator(text: string, { at, end }: { at: number; end: number }): number {
  const unit = text.charCodeAt(at);
  if (unit === BRACKET && text.charCodeAt(at + 1) === PARENTHESIS) {
    return closing(text, { at: at + 2, end, close: CLOSING_PARENTHESIS });
  }
  if (unit === LESS && (text.charCodeAt(at + 1) === SLASH || kinds[text.charCodeAt(at + 1)])) {
    return closing(text, { at: at + 1, end, close: GREATER });
  }
  return at + 1;
}

const BRACKET = 0x5d;
const PARENTHESIS = 0x28;
const CLOSING_PARENTHESIS = 0x29;
const LESS = 0x3c;
const SLASH = 0x2f;
const GREATER = 0x3e;
const LINE_FEED = 0x0a;
/** A longer destination or tag is text. */
const MAX_SKIPPED = 500;

function closing(text: string, { at, end, close }: { at: number; end: number; close: number }) {
  const limit = Math.min(end, at + MAX_SKIPPED);
  for (let place = at; place < limit; place++) {
    const unit = text.charCodeAt(place);
    if (unit === close) return place + 1;
    if (unit === LINE_FEED) break;
  }
  return at;
}

function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

function combine(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x85ebca6b) ^ (second >>> 15);
  hash = Math.imul(hash ^ second, 0xc2b2ae35);
  hash = Math.imul(hash ^ third ^ (hash >>> 13), 0x27d4eb2f);
  return hash ^ (hash >>> 16);
}

function createKinds(): Uint8Array {
  const table = new Uint8Array(2 ** 16).fill(LETTER);
  table.fill(SEPARATOR, 0, 0x80);
  table.fill(LETTER, 0x30, 0x3a);
  table.fill(LETTER, 0x41, 0x5b);
  table.fill(LETTER, 0x61, 0x7b);
  table.fill(SEPARATOR, 0x80, 0xaa);
  table.fill(SEPARATOR, 0x2000, 0x2070);
  // Thai to Myanmar and Khmer, kana, and Han: no spaces between words.
  for (const [first, last] of [
    [0xe00, 0xeff],
    [0x1000, 0x109f],
    [0x1780, 0x17ff],
    [0x3040, 0x30ff],
    [0x3400, 0x9fff],
    [0xf900, 0xfaff],
  ] as const) {
    table.fill(IDEOGRAM, first, last + 1);
  }
  table.fill(SEPARATOR, 0x3000, 0x3040);
  table.fill(SEPARATOR, 0xff00, 0xff10);
  return table;
}
