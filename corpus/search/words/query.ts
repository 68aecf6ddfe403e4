import { foldCase, toNfc } from "../../text/fold.ts";
import { kindAt, SPACE } from "./text/characters.ts";
import { eachWord, LAST, PAIR, PART, wordAt } from "./text/words.ts";

/** A word of a query, as typed but folded. */
export interface QueryWord {
  readonly word: string;
  /** The parts of an identifier; empty for a plain word. */
  readonly parts: readonly string[];
  /** True if it may be the beginning of a longer word. */
  readonly isOpen: boolean;
}

/** A parsed query. */
export interface Query {
  /** Folded and trimmed, with each run of white space as one space. */
  readonly text: string;
  /** The quoted texts, folded; each once. */
  readonly phrases: readonly string[];
  /** Each word once. */
  readonly words: readonly QueryWord[];
}

const QUOTED = /"([^"]*)"|“([^”]*)”/g;
/** Maximum number of different words of a query. */
const MAX_WORDS = 64;

/** Parses a query as typed. */
export function readQuery(typed: string): Query {
  const phrases: string[] = [];
  const rest = toNfc(typed).replace(QUOTED, (_, straight?: string, curly?: string) => {
    const phrase = foldCase(straight ?? curly ?? "");
    if (phrase !== "" && !phrases.includes(phrase)) phrases.push(phrase);
    return " ";
  });
  return { text: collapse(foldCase(typed)), phrases, words: readWords(rest) };
}

/**
 * Returns the words of a text in which quotation marks mean nothing; each once. The last one is
 * not the beginning of a longer one.
 */
export function wordsOf(text: string): readonly QueryWord[] {
  return readWords(`${toNfc(text)} `);
}

/** Trims a text and replaces each run of white space with one space. */
export function collapse(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function readWords(text: string): QueryWord[] {
  const words = new Map<string, { word: string; parts: string[]; isOpen: boolean }>();
  let last: { word: string; parts: string[]; isOpen: boolean } | undefined;
  let runEnd = -1;
  eachWord(text, (start, end, kind) => {
    const term = wordAt(text, start, end);
    if (kind === PART) {
      if (last && !last.parts.includes(term)) last.parts.push(term);
      return;
    }
    // The last character of a run is already in the pair before it.
    if (kind === LAST && start < runEnd) return;
    if (kind === PAIR) runEnd = end;
    // A single character matches all pairs that begin with it.
    last = words.get(term) ?? { word: term, parts: [], isOpen: kind === LAST };
    if (words.size < MAX_WORDS) words.set(term, last);
  });
  if (last && kindAt(text, text.length - 1) !== SPACE) last.isOpen = true;
  return [...words.values()];
}
