/** Kinds of characters: how each takes part in words. */
export const OTHER = 1;
export const SPACE = 2;
/** Letters, digits and marks. */
export const LETTER = 3;
export const CAPITAL = 4;
/** `_`, which belongs to an identifier and separates its parts. */
const JOINT = 5;
/** Scripts that are written without spaces: Han, Hiragana, Katakana, Thai, Lao, Khmer, Burmese. */
export const PAIRED = 6;

const SPACES = /^\s$/;
const CAPITALS = /^\p{Lu}$/u;
const LETTERS = /^[\p{L}\p{M}\p{N}\u200c\u200d]$/u;
const PAIRED_SCRIPTS =
  /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]$/u;

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

/** Kinds of words. */
const WHOLE = 0;
/** A part of an identifier: `model` of `v-model`, `child` of `Get-ChildItem`. */
export const PART = 1;
/** Two neighbours in a run of a script without spaces. */
export const PAIR = 2;
/** The last character of such a run, which begins no pair. */
export const LAST = 3;

/**
 * Called with the words of a text in order: an identifier first as a whole, then its parts.
 *
 * @param start Offset in the text, as is `end`; {@link wordAt} reads the word.
 * @param kind One of {@link WHOLE}, {@link PART}, {@link PAIR} and {@link LAST}.
 */
export type WordVisitor = (start: number, end: number, kind: number) => void;

/** Characters that join the parts of an identifier: `v-model`, `a.b`; also twice: `std::vector`. */
const JOINERS = "-.:$@+";
/** Signs that an identifier may begin with: `--flag`, `$_`, `@click`, `#id`, `.class`, `<table>`, `!important`. */
const PREFIXES = "-$@#.:<!";
/** The signs of an operator of C++ and similar languages, which follow the word `operator`. */
const OPERATOR =
  /^(?:<<=|>>=|<=>|->\*|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|->|[-+*/%&|^]=|\(\)|\[\]|[-+*/%&|^~!=<>])/;
/** Two to four symbols by themselves, which are a word: `??`, `&&`, `=>`. */
const SYMBOLS = /^[!$%&*+\-/<=>?@^|~:.#\\]{2,4}$/;
const OUTER = /[.:$@+]+/;
const INNER = /[-_]+/;

/** 1 for each ASCII character that may surround a word that is not an identifier. */
const PLAIN = new Uint8Array(0x80);
for (const bound of ' \n\t,;!?()[]{}"=/|') PLAIN[bound.charCodeAt(0)] = 1;

/** Cuts a text in NFC into words. */
export function eachWord(text: string, visit: WordVisitor): void {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind === SPACE) at++;
    else if (kind === PAIRED) at = visitRun(text, at, visit);
    else if (kind !== OTHER) at = visitPlain(text, at, visit) || visitIdentifier(text, at, visit);
    else at = isSpaceBefore(text, at) ? visitSymbols(text, at, visit) : at + widthAt(text, at);
  }
}

/**
 * Visits a word of lowercase letters, perhaps after a capital, which most words are.
 *
 * @returns the end of the word, or 0 if it may be something else
 */
function visitPlain(text: string, start: number, visit: WordVisitor): number {
  const end = endOfSmall(text, kindAt(text, start) === CAPITAL ? start + 1 : start);
  const isPlain = end > start && isPlainBound(text, start - 1) && isPlainEnd(text, end);
  if (!isPlain || text[start - 1] === "!" || isOperator(text, start, end)) return 0;
  visit(start, end, WHOLE);
  return end;
}

/** Returns true if a plain word may end here, also with a full stop or a colon after it. */
function isPlainEnd(text: string, at: number): boolean {
  const isStop = text[at] === "." || text[at] === ":";
  return isPlainBound(text, isStop ? at + 1 : at);
}

function isPlainBound(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return true;
  const unit = text.charCodeAt(at);
  return unit < 0x80 && PLAIN[unit] === 1;
}

function isSpaceBefore(text: string, at: number): boolean {
  return at === 0 || kindAt(text, at - 1) === SPACE;
}

/** @returns the end of the symbols, or of the first character if they are not a word */
function visitSymbols(text: string, start: number, visit: WordVisitor): number {
  let end = start;
  while (end - start < 5 && kindAt(text, end) !== SPACE) end++;
  const symbols = text.slice(start, end);
  if (!SYMBOLS.test(symbols)) return start + widthAt(text, start);
  visit(start, end, WHOLE);
  return end;
}

function visitRun(text: string, start: number, visit: WordVisitor): number {
  let at = start;
  for (;;) {
    const next = at + widthAt(text, at);
    if (kindAt(text, next) !== PAIRED) {
      visit(at, next, LAST);
      return next;
    }
    const end = next + widthAt(text, next);
    visit(at, end, PAIR);
    at = next;
  }
}

function visitIdentifier(text: string, start: number, visit: WordVisitor): number {
  const end = endOfIdentifier(text, start);
  const [outerStart, outerEnd] = withSigns(text, start, end);
  visit(outerStart, outerEnd, WHOLE);
  if (outerStart < start || outerEnd > end) visit(start, end, PART);
  visitParts(text.slice(start, end), start, visit);
  return isPossessive(text, end) ? end + 2 : outerEnd;
}

function endOfIdentifier(text: string, start: number): number {
  let end = start;
  for (;;) {
    while (isInWord(text, end)) end += widthAt(text, end);
    if (!JOINERS.includes(text[end] ?? " ")) return end;
    const isDouble = text[end + 1] === text[end];
    const next = end + (isDouble ? 2 : 1);
    if (!isInWord(text, next)) return end;
    end = next;
  }
}

const MAX_SIGNS = 3;
const OPERATOR_NAME = "operator";

/** Tells whether a word is `operator`, which signs follow. */
function isOperator(text: string, start: number, end: number): boolean {
  if (end - start !== OPERATOR_NAME.length || kindAt(text, end) !== OTHER) return false;
  return text.slice(start, end).toLowerCase() === OPERATOR_NAME;
}

/** Returns the bounds of an identifier including its signs: `--flag`, `<table>`, `C++`, `C#`. */
function withSigns(text: string, start: number, end: number): [number, number] {
  if (isOperator(text, start, end)) {
    const signs = OPERATOR.exec(text.slice(end, end + MAX_SIGNS));
    if (signs) return [start, end + signs[0].length];
  }
  if (text.startsWith("++", end) && !isInWord(text, end + 2)) return [start, end + 2];
  if (text[end] === "#" && !isInWord(text, end + 1)) return [start, end + 1];
  const sign = text[start - 1] ?? " ";
  if (!PREFIXES.includes(sign)) return [start, end];
  if (sign === "<") return text[end] === ">" ? [start - 1, end + 1] : [start, end];
  const from = text[start - 2] === sign ? start - 2 : start - 1;
  const before = text[from - 1];
  return before === sign || isInWord(text, from - 1) ? [start, end] : [from, end];
}

/** Returns true for the English `'s`, which is not a word. */
function isPossessive(text: string, at: number): boolean {
  const isApostrophe = text[at] === "'" || text[at] === "’";
  return isApostrophe && /s/i.test(text[at + 1] ?? "") && !isInWord(text, at + 2);
}

/** Visits the parts: `v-on`, `v`, `on` and `click` of `v-on:click`, `on` and `click` of `onClick`. */
function visitParts(whole: string, start: number, visit: WordVisitor): void {
  eachPiece(whole, OUTER, (outer, outerAt) => {
    if (outer !== whole) visit(start + outerAt, start + outerAt + outer.length, PART);
    eachPiece(outer, INNER, (inner, innerAt) => {
      const at = start + outerAt + innerAt;
      if (inner !== outer) visit(at, at + inner.length, PART);
      eachHump(inner, (from, to) => visit(at + from, at + to, PART));
    });
  });
}

function eachPiece(
  text: string,
  separator: RegExp,
  visit: (piece: string, at: number) => void,
): void {
  if (!separator.test(text)) {
    visit(text, 0);
    return;
  }
  let at = 0;
  for (const piece of text.split(separator)) {
    at = text.indexOf(piece, at);
    if (piece !== "") visit(piece, at);
    at += piece.length;
  }
}

/** Visits the words of a name in camel case if it has more than one: `HTML` and `Element`. */
function eachHump(name: string, visit: (from: number, to: number) => void): void {
  let from = 0;
  for (let at = 1; at < name.length; at++) {
    if (kindAt(name, at) !== CAPITAL) continue;
    const isAfterSmall = kindAt(name, at - 1) !== CAPITAL;
    const isBeforeSmall = at + 1 < name.length && kindAt(name, at + 1) !== CAPITAL;
    if (!isAfterSmall && !isBeforeSmall) continue;
    visit(from, at);
    from = at;
  }
  if (from > 0) visit(from, name.length);
}

/** Returns a word of a text in the form in which words are compared: in lowercase, with final sigma as sigma. */
export function wordAt(text: string, start: number, end: number): string {
  const small = text.slice(start, end).toLowerCase();
  return small.includes("ς") ? small.replaceAll("ς", "σ") : small;
}

/** Prefix of the terms in the index that are words without their diacritics. */
export const BARE = "\u0300";
const DIACRITICS = /[\u0300-\u036f]/g;

/** Longer words keep their diacritics: removing thousands in a row takes too long. */
const MAX_BARE = 100;

/** Returns a word without its diacritics. */
export function bareOf(word: string): string {
  if (word.length > MAX_BARE) return word;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) > 0x7f) {
      return word.normalize("NFD").replace(DIACRITICS, "").normalize("NFC");
    }
  }
  return word;
}
