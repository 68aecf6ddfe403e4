import type { Doc } from "../../corpus/exports.ts";
import { createRandom } from "../../test/support/random.ts";

/** A doc whose texts are in the form in which they are compared. */
export interface FoldedDoc {
  readonly id: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly description: string;
  readonly body: string;
}

export interface DrawnQuery {
  readonly kind: string;
  readonly query: string;
}

const PUNCTUATION = [". ", ", ", "](", "## ", "`", "- ", "**", ": "];

/** Folds a text as the API's search does: composed, in small letters, every sigma as one. */
export function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
}

export function foldDoc({ id, title, headings, description, body }: Doc): FoldedDoc {
  return {
    id,
    title: fold(title),
    headings: headings.map(({ text }) => fold(text)),
    description: fold(description ?? ""),
    body: fold(body),
  };
}

/**
 * Draws words of titles, phrases and pieces of bodies, punctuation, and text that does not occur.
 */
export function drawQueries(
  docs: readonly FoldedDoc[],
  { count, seed }: { count: number; seed: number },
): DrawnQuery[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const kinds: Readonly<Record<string, (doc: FoldedDoc) => string>> = {
    "word of a title": ({ title }) => pick(title.split(/\s+/)),
    "phrase of 1 to 6 words": ({ body }) => {
      const words = [...body.matchAll(/\S+/g)];
      const first = below(Math.max(1, words.length - 6));
      const last = Math.min(words.length - 1, first + below(6));
      if (words.length === 0) return "a";
      return body.slice(words[first]!.index, words[last]!.index + words[last]![0].length);
    },
    infix: ({ body }) => body.substr(below(Math.max(1, body.length - 8)), 3 + below(5)),
    punctuation: ({ body }) => pick(PUNCTUATION) + body.substr(below(body.length), below(4)),
    miss: () => `zq${below(1e6).toString(36)}x`,
  };
  const names = Object.keys(kinds);
  return Array.from({ length: count }, (_, i) => {
    const kind = names[i % names.length]!;
    return { kind, query: kinds[kind]!(pick(docs)).toWellFormed() || "a" };
  });
}
