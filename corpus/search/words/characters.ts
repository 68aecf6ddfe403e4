/** What a character does in a word. */
export const OTHER = 1;
export const SPACE = 2;
/** Letters, digits and marks. */
export const LETTER = 3;
export const CAPITAL = 4;
/** `_`, which is part of a word and parts it. */
export const JOINT = 5;
/** Han, Hiragana and Katakana, which are written without spaces. */
export const PAIRED = 6;

const SPACES = /^\s$/;
const CAPITALS = /^\p{Lu}$/u;
const LETTERS = /^[\p{L}\p{M}\p{N}\u200c\u200d]$/u;
const PAIRED_SCRIPTS = /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;

/** What each UTF-16 unit is, as far as it was met; 0 for what was not. */
const kinds = new Uint8Array(2 ** 16);

/** What the character at an offset is; past the end a space. */
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

/** How many units the character at an offset has. */
export function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

export function isInWord(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind >= LETTER && kind <= JOINT;
}

/** Where small letters from an offset on end. */
export function endOfSmall(text: string, start: number): number {
  let at = start;
  while (at < text.length && kinds[text.charCodeAt(at)] === LETTER) at++;
  return at;
}
