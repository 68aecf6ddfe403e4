import type { Corpus } from "../../../corpus/open/corpus.ts";
import { costOf } from "../token-estimate.ts";
import { continuationOf, type Library, type Passage, refOf, titlesOf } from "./library.ts";
import { inOneLine } from "./one-line.ts";
import { pieceOf } from "./pieces.ts";

/** Maximum length of the site's name, and of its address, in the first line. */
const MAX_NAME = 60;
const MAX_SITE = 80;
const HASH_DIGITS = 8;
/** A part with fewer tokens says too little. */
const LEAST_PART = 40;

/** An answer in the making: lines at its top, then parts, all within a budget of tokens. */
export class Answer {
  readonly #lines: string[];
  readonly #parts: string[] = [];
  #left: number;

  constructor({ meta, sha256 }: Corpus, budget: number) {
    const name = inOneLine(meta.name, MAX_NAME);
    const site = meta.siteUrl && meta.siteUrl.length <= MAX_SITE ? ` (${meta.siteUrl})` : "";
    const first = `${name}${site} · corpus ${sha256.slice(0, HASH_DIGITS)}`;
    this.#lines = [first];
    this.#left = budget - costOf(`${first}\n\n`);
  }

  /** Tokens that are left. */
  get left(): number {
    return this.#left;
  }

  /** Adds a line to the top if it fits. */
  say(line: string): boolean {
    return this.#add(this.#lines, line);
  }

  /** Adds a part if it fits. */
  add(part: string): boolean {
    return this.#add(this.#parts, part);
  }

  #add(texts: string[], text: string): boolean {
    const cost = costOf(`${text}\n`);
    if (cost > this.#left) return false;
    texts.push(text);
    this.#left -= cost;
    return true;
  }

  toString(): string {
    const parts = this.#parts.length > 0 ? ["", ...this.#parts] : [];
    return [...this.#lines, ...parts].join("\n");
  }
}

export interface PassagePart {
  readonly text: string;
  /** The ref that continues it; null if it is complete. */
  readonly next: string | null;
  /** Tokens of what is left out. */
  readonly rest: number;
}

interface PartOptions {
  readonly offset: number;
  readonly budget: number;
}

/** Writes as much of a passage as fits, below a line with its ref and titles. */
export function partOf(
  library: Library,
  passage: Passage,
  { offset, budget }: PartOptions,
): PassagePart | null {
  const markdown = library.markdownOf(passage);
  const from = Math.min(offset, markdown.length);
  const ref = from > 0 ? continuationOf(passage, from) : refOf(passage);
  const titles = inOneLine(titlesOf(passage).join(" › "), 200);
  const head = `=== ${ref}: ${titles}\n`;
  const room = budget - costOf(`${head}\n`);
  if (room < Math.min(LEAST_PART, costOf(markdown.slice(from)))) return null;
  const piece = pieceOf(markdown, { from, budget: room });
  const next = piece.next === null ? null : continuationOf(passage, piece.next);
  const rest = piece.next === null ? 0 : Math.ceil(costOf(markdown.slice(piece.next)));
  return { text: head + piece.text, next, rest };
}

/** Returns the tokens of a whole passage as {@link partOf} writes it. */
export function costOfPart(
  library: Library,
  { passage, offset }: { passage: Passage; offset: number },
): number {
  const titles = inOneLine(titlesOf(passage).join(" › "), 200);
  const head = `=== ${continuationOf(passage, offset)}: ${titles}\n`;
  return costOf(`${head}${library.markdownOf(passage).slice(offset)}\n`);
}
