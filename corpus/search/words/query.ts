import { foldCase, toNfc } from "../../text.ts";
import { kindAt, SPACE } from "./characters.ts";
import { eachWord, LAST, PAIR, PART } from "./words.ts";

/** A word of a query as it was typed, folded. */
export interface QueryWord {
  readonly word: string;
  /** What an identifier is made of; empty for a plain word. */
  readonly parts: readonly string[];
  /** Whether it may be the beginning of a longer word. */
  readonly isOpen: boolean;
}

/** What a query asks for. */
export interface Query {
  /** Folded, without white space around it and with one space in place of each run. */
  readonly text: string;
  /** What stood in quotes, folded. */
  readonly phrases: readonly string[];
  /** Each word once. */
  readonly words: readonly QueryWord[];
}

const QUOTED = /"([^"]*)"|“([^”]*)”/g;
/** So many different words of a query are looked for. */
const MAX_WORDS = 64;

/** Reads a query as a person types it. */
export function readQuery(typed: string): Query {
  const phrases: string[] = [];
  const rest = toNfc(typed).replace(QUOTED, (_, straight?: string, curly?: string) => {
    const phrase = foldCase(straight ?? curly ?? "");
    if (phrase !== "") phrases.push(phrase);
    return " ";
  });
  return { text: collapse(foldCase(typed)), phrases, words: readWords(rest) };
}

/** One space for each run of white space, none around. */
export function collapse(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function readWords(text: string): QueryWord[] {
  const words = new Map<string, { word: string; parts: string[]; isOpen: boolean }>();
  let last: { word: string; parts: string[]; isOpen: boolean } | undefined;
  let runEnd = -1;
  eachWord(text, (term, start, end, kind) => {
    if (kind === PART) {
      if (last && !last.parts.includes(term)) last.parts.push(term);
      return;
    }
    // The last character of a run is in the pair before it.
    if (kind === LAST && start < runEnd) return;
    if (kind === PAIR) runEnd = end;
    // A character alone is looked for in all pairs that begin with it.
    last = words.get(term) ?? { word: term, parts: [], isOpen: kind === LAST };
    if (words.size < MAX_WORDS) words.set(term, last);
  });
  if (last && kindAt(text, text.length - 1) !== SPACE) last.isOpen = true;
  return [...words.values()];
}
