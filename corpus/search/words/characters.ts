/** What a UTF-16 unit does in a word. */
export const OTHER = 1;
export const SPACE = 2;
/** Letters, digits, marks and `_`; the second half of a pair goes with the first. */
export const LETTER = 3;
export const CAPITAL = 4;
/** Han, Hiragana and Katakana, which are written without spaces. */
export const PAIRED = 5;

const SPACES = /^\s$/;
const CAPITALS = /^\p{Lu}$/u;
const LETTERS = /^[\p{L}\p{M}\p{N}_\u200c\u200d]$/u;
const PAIRED_SCRIPTS = /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;

/** What each unit is, as far as it was met; 0 for what was not. */
const kinds = new Uint8Array(2 ** 16);

/** What the character at an offset is; past the end a space. */
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return SPACE;
  if (unit >= 0xd800 && unit < 0xdc00) return kindOf(String.fromCodePoint(text.codePointAt(at)!));
  const known = kinds[unit]!;
  if (known !== 0) return known;
  kinds[unit] = kindOf(text[at]!);
  return kinds[unit]!;
}

function kindOf(character: string): number {
  if (PAIRED_SCRIPTS.test(character)) return PAIRED;
  if (CAPITALS.test(character)) return CAPITAL;
  if (LETTERS.test(character)) return LETTER;
  return SPACES.test(character) ? SPACE : OTHER;
}

/** How many units the character at an offset has. */
export function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

export function isInWord(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind === LETTER || kind === CAPITAL;
}
