import { createSuggester, type Suggester } from "../../corpus/suggest.ts";
import { foldCase, toNfc } from "../../corpus/text.ts";
import type { ParsedFile } from "../markdown/parse.ts";

/** The fragments that lead somewhere in a page, prepared once for all links to it. */
export class PageFragments {
  /** Normalised to NFC. */
  readonly all: ReadonlySet<string>;
  readonly #headings: ParsedFile["headings"];
  /** Folded text of a heading → its anchor. */
  #byText: ReadonlyMap<string, string> | undefined;
  #suggest: Suggester | undefined;

  constructor({ fragments, headings }: Pick<ParsedFile, "fragments" | "headings">) {
    this.all = new Set(fragments.map(toNfc));
    this.#headings = headings;
  }

  /** Returns the anchor of the last heading with a text, ignoring case. */
  anchorOf(text: string): string | undefined {
    this.#byText ??= new Map(this.#headings.map(({ text, anchor }) => [foldCase(text), anchor]));
    return this.#byText.get(foldCase(text));
  }

  /** Returns the fragment that was probably meant. */
  nearest(fragment: string): string | null {
    this.#suggest ??= createSuggester(this.all);
    return this.#suggest(fragment);
  }
}
