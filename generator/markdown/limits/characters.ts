/** Code units of the characters that structure Markdown. */
export const TAB = 9;
const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION = 33;
export const HASH = 35;
export const ASTERISK = 42;
export const PLUS = 43;
export const MINUS = 45;
export const ONE = 49;
export const LESS_THAN = 60;
export const EQUALS = 61;
export const GREATER_THAN = 62;
export const QUESTION = 63;
export const OPENING_BRACKET = 91;
export const UNDERSCORE = 95;

export function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB || unit === CARRIAGE_RETURN;
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Tells whether a character is an ASCII letter or digit. */
export function isWord(unit: number): boolean {
  const letter = unit | 32;
  return isDigit(unit) || (letter >= 97 && letter <= 122);
}
