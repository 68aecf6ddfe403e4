import { estimateTokens } from "../token-estimate.ts";
import type { Library } from "./library.ts";
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

  constructor(library: Pick<Library, "corpus" | "editions">, budget: number) {
    const first = firstLine(library, budget * FIRST_LINE_SHARE);
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

/** Names the docs and, if there are several editions, that of the answer and the others. */
function firstLine(
  { corpus: { meta, sha256 }, editions }: Pick<Library, "corpus" | "editions">,
  tokens: number,
): string {
  const site = meta.siteUrl && meta.siteUrl.length <= MAX_SITE ? ` (${meta.siteUrl})` : "";
  const corpus = ` · corpus ${sha256.slice(0, HASH_DIGITS)}`;
  const edition = editions.length === 0 ? "" : ` · edition ${meta.edition?.name}`;
  const line = inOneLine(meta.name, MAX_NAME) + site + corpus;
  const short = inOneLine(meta.name, SHORT_NAME) + corpus;
  const list = edition && `${edition} of ${editions.join(", ")}`;
  const lines = [
    line + list,
    short + list,
    `${short}${edition && `${edition} of ${editions.length}`}`,
  ];
  return lines.find((each) => estimateTokens(each) <= tokens) ?? lines.at(-1)!;
}

/** A text with its estimated tokens, including the line feed after it. */
export interface Part {
  readonly text: string;
  readonly cost: number;
}

export function partOf(text: string): Part {
  return { text, cost: estimateTokens(`${text}\n`) };
}
