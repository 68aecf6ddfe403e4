import type { Corpus } from "../../../corpus/open/corpus.ts";
import { estimateTokens } from "../token-estimate.ts";
import { inOneLine } from "./one-line.ts";

/** Maximum length of the site's name, and of its address, in the first line. */
const MAX_NAME = 60;
const MAX_SITE = 80;
const HASH_DIGITS = 8;
/** Share of the budget that a first line with all of this may have, and the length of a short name. */
const FIRST_LINE_SHARE = 0.25;
const SHORT_NAME = 20;

/** An answer in the making: lines at its top, then parts, all within a budget of tokens. */
export class Answer {
  readonly #lines: string[];
  readonly #parts: string[] = [];
  #left: number;

  constructor(corpus: Corpus, budget: number) {
    const first = firstLine(corpus, budget * FIRST_LINE_SHARE);
    this.#lines = [first];
    this.#left = budget - estimateTokens(`${first}\n\n`);
  }

  /** Estimated tokens that are left. */
  get left(): number {
    return this.#left;
  }

  /** Adds a line to the top if it fits. */
  say(line: string): boolean {
    return this.#add(this.#lines, { text: line, cost: estimateTokens(`${line}\n`) });
  }

  /** Adds a part if it fits. */
  add(part: Part): boolean {
    return this.#add(this.#parts, part);
  }

  #add(texts: string[], { text, cost }: Part): boolean {
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

function firstLine({ meta, sha256 }: Corpus, tokens: number): string {
  const site = meta.siteUrl && meta.siteUrl.length <= MAX_SITE ? ` (${meta.siteUrl})` : "";
  const corpus = ` · corpus ${sha256.slice(0, HASH_DIGITS)}`;
  const line = inOneLine(meta.name, MAX_NAME) + site + corpus;
  return estimateTokens(line) <= tokens ? line : inOneLine(meta.name, SHORT_NAME) + corpus;
}

/** A text with its estimated tokens, including the line feed after it. */
export interface Part {
  readonly text: string;
  readonly cost: number;
}

export function partOf(text: string): Part {
  return { text, cost: estimateTokens(`${text}\n`) };
}
