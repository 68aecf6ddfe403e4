import type { Doc } from "../schema.ts";
import { placeReader, placesOf } from "../search/words/places.ts";
import { lowerBound } from "../text/order.ts";
import { foldTypography, onOneLine, unfoldOffset } from "./typography.ts";

/** The visible text of a page with its headings, on one line. */
export class PageText {
  readonly folded: string;
  readonly #text: string;
  /** The headings of the places, and where these start. */
  readonly #headings: readonly number[];
  readonly #starts: readonly number[];

  constructor(doc: Doc) {
    const textOf = placeReader(doc);
    const starts: number[] = [];
    let text = "";
    this.#headings = placesOf(doc);
    for (const at of this.#headings) {
      const place = onOneLine(`${doc.headings[at]?.text ?? ""} ${textOf(at)}`);
      if (text !== "" && place !== "") text += " ";
      starts.push(text.length);
      text += place;
    }
    this.#text = text;
    this.#starts = starts;
    this.folded = foldTypography(text);
  }

  /** Returns a part of the text, by its offsets in the folded form, and where on the page it starts. */
  passage(start: number, end: number): { readonly text: string; readonly heading: number } {
    const from = unfoldOffset(this.#text, start);
    const next = lowerBound(
      { from: 1, to: this.#starts.length },
      (at) => this.#starts[at]! <= from,
    );
    return {
      text: this.#text.slice(from, unfoldOffset(this.#text, end)),
      heading: this.#headings[next - 1]!,
    };
  }
}
