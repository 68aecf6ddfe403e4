/** Kinds of characters: how each takes part in words. */
export const OTHER = 1;
export const SPACE = 2;
/** Letters, digits and marks. */
export const LETTER = 3;
export const CAPITAL = 4;
/** `_`, which belongs to an identifier and separates its parts. */
const JOINT = 5;
/** Han, Hiragana and Katakana, which are written without spaces. */
export const PAIRED = 6;

const SPACES = /^\s$/;
const CAPITALS = /^\p{Lu}$/u;
const LETTERS = /^[\p{L}\p{M}\p{N}\u200c\u200d]$/u;
const PAIRED_SCRIPTS = /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;

/** The kind of each UTF-16 unit seen so far; 0 for the others. */
const kinds = new Uint8Array(2 ** 16);

/** Returns the kind of the character at an offset; outside the text, `SPACE`. */
export function kindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return SPACE;
  const unit = text.charCodeAt(at);
  const known = kinds[unit]!;
  if (known !== 0) return known;
  const isPair = unit >= 0xd800 && unit < 0xdc00;
  const kind = kindOf(isPair ? String.fromCodePoint(text.codePointAt(at)!) : text[at]!);
  if (!isPair) kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (PAIRED_SCRIPTS.test(character)) return PAIRED;
  if (CAPITALS.test(character)) return CAPITAL;
  if (LETTERS.test(character)) return LETTER;
  if (character === "_") return JOINT;
  return SPACES.test(character) ? SPACE : OTHER;
}

/** Returns the number of UTF-16 units of the character at an offset. */
export function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

export function isInWord(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind >= LETTER && kind <= JOINT;
}

/** Returns the end of the run of lowercase letters that begins at an offset. */
export function endOfSmall(text: string, start: number): number {
  let at = start;
  while (at < text.length && kinds[text.charCodeAt(at)] === LETTER) at++;
  return at;
}
