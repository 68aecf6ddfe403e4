import { addToHash, type Vocabulary } from "./vocabulary.ts";

/** Where MiniSearch 7 splits texts by default. */
const SEPARATORS = /[\n\r\p{Z}\p{P}]+/u;

/** Splits a text as MiniSearch does by default; the first and the last part may be empty. */
export function tokenize(text: string): string[] {
  return text.split(SEPARATORS);
}

const UNKNOWN = 0;
const IN_TERM = 1;
const BETWEEN_TERMS = 2;

/** The kind of each UTF-16 code unit, as far as it has occurred. */
const kinds = new Uint8Array(0x10000);
/** The kind of each character of two code units. */
const pairKinds = new Map<string, number>();

/**
 * Finds the terms of a text as `tokenize` splits it; `tokenize` itself is called once for each
 * character.
 *
 * @param onTerm Called with the number of each term in turn, but not of an empty one at either end.
 * @returns true if the text begins or ends with an empty term
 */
export function scanTerms(
  text: string,
  { vocabulary, onTerm }: { vocabulary: Vocabulary; onTerm: (term: number) => void },
): boolean {
  let start = 0;
  let hash = 0;
  let at = 0;
  let isNothing = text === "";

  function endTerm(): void {
    if (at > start) onTerm(vocabulary.numberIn(text, { start, end: at, hash }));
    hash = 0;
  }

  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const width = isFirstOfPair(unit) && isSecondOfPair(text.charCodeAt(at + 1)) ? 2 : 1;
    const kind = width === 1 ? kindOf(unit) : pairKindOf(text.slice(at, at + 2));
    if (kind === BETWEEN_TERMS) {
      endTerm();
      isNothing ||= at === 0 || at + width === text.length;
      start = at + width;
    } else {
      hash = addToHash(hash, unit);
      if (width === 2) hash = addToHash(hash, text.charCodeAt(at + 1));
    }
    at += width;
  }
  endTerm();
  return isNothing;
}

function isFirstOfPair(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isSecondOfPair(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function kindOf(unit: number): number {
  if (kinds[unit] === UNKNOWN) kinds[unit] = ask(String.fromCharCode(unit));
  return kinds[unit]!;
}

function pairKindOf(pair: string): number {
  const kind = pairKinds.get(pair) ?? ask(pair);
  pairKinds.set(pair, kind);
  return kind;
}

function ask(character: string): number {
  return tokenize(character).length > 1 ? BETWEEN_TERMS : IN_TERM;
}
