import type { SoughtWord } from "./sought.ts";
import { BARE, bareOf, eachWord, LAST, PART, wordAt } from "./text/words.ts";

/** An occurrence of a sought word in a text. */
export interface Meeting {
  /** Position of the word among the sought words. */
  readonly word: number;
  /** Number of words before it in the text. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** All occurrences of the sought words in a text. */
export interface Meetings {
  readonly meetings: readonly Meeting[];
  /** Number of words in the text, not counting parts of identifiers. */
  readonly length: number;
}

const ASCII = 0x80;

/** Looks for the sought words in a text, which must be in NFC. */
export type Meet = (text: string) => Meetings;

export function createMeet(sought: readonly SoughtWord[]): Meet {
  const words = new Map<string, number>();
  for (const [at, { texts }] of sought.entries()) {
    for (const text of texts) if (!words.has(text)) words.set(text, at);
  }
  const beginnings = sought.flatMap(({ word, endingLength }, at) => {
    if (endingLength <= 0) return [];
    const bare = endingLength === Number.POSITIVE_INFINITY ? bareOf(word) : word;
    return [{ word, bare, longest: word.length + endingLength, at }];
  });

  function wordOf(term: string): number {
    const known = words.get(term);
    if (known !== undefined) return known;
    const bare = bareOf(term);
    const other = bare === term ? undefined : words.get(BARE + bare);
    if (other !== undefined) return other;
    for (const beginning of beginnings) {
      const isBeginning = term.startsWith(beginning.word) || bare.startsWith(beginning.bare);
      if (isBeginning && term.length <= beginning.longest) return beginning.at;
    }
    return -1;
  }

  // Most words of a text begin with another letter than those sought, and need not be looked up.
  const isFirst = new Uint8Array(ASCII);
  for (const text of [...words.keys(), ...beginnings.flatMap(({ word, bare }) => [word, bare])]) {
    const first = text.charAt(text.startsWith(BARE) ? 1 : 0);
    for (const letter of [first, first.toUpperCase()]) isFirst[letter.charCodeAt(0)] = 1;
  }

  return (text) => {
    const meetings: Meeting[] = [];
    let length = 0;
    eachWord(text, (start, end, kind) => {
      if (kind !== PART && kind !== LAST) length++;
      const first = text.charCodeAt(start);
      if (first < ASCII && isFirst[first] === 0) return;
      const word = wordOf(wordAt(text, start, end));
      if (word >= 0) meetings.push({ word, position: Math.max(0, length - 1), start, end });
    });
    return { meetings, length };
  };
}
