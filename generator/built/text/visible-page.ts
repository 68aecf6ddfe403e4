import { pageTextOf, type Range, visiblePieces } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";
import { decode } from "../../markdown/decode.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { SourceHeading } from "../match/source-page.ts";

/** A part of what readers see, and where the page text has it. */
interface Piece extends Range {
  /** Where it begins in what readers see. */
  readonly at: number;
  readonly length: number;
  /** False for a text that stands in the place of its range. */
  readonly isLiteral: boolean;
}

/** The text that readers see of a page, each heading on its own line, and where the page text has it. */
export class VisiblePage {
  /** The page text: see `pageTextOf`. */
  readonly source: string;
  readonly text: string;
  readonly headings: readonly SourceHeading[];
  /** In order of the text. */
  readonly #pieces: readonly Piece[];

  constructor({ body, edits, marks, headings }: ParsedFile) {
    this.source = pageTextOf({ body: decode(body), edits: [...edits] });
    const pieces: Piece[] = [];
    const outline: SourceHeading[] = [];
    let text = "";
    const addHeadings = (before: number) => {
      for (let next = headings[outline.length]; next && next.start <= before; ) {
        if (text !== "") text += "\n";
        const range = { start: text.length, end: text.length + next.text.length };
        outline.push({ depth: next.depth, text: next.text, anchor: next.anchor, ...range });
        text += `${next.text}\n`;
        next = headings[outline.length];
      }
    };
    for (const { start, end, text: put } of visiblePieces([...marks.text])) {
      addHeadings(start);
      const shown = put ?? this.source.slice(start, end);
      const isLiteral = put === undefined;
      pieces.push({ start, end, at: text.length, length: shown.length, isLiteral });
      text += shown;
    }
    addHeadings(this.source.length);
    this.text = text;
    this.headings = outline;
    this.#pieces = pieces;
  }

  /** Returns where the page text has a character that readers see; null if it stands for another text. */
  sourceOffset(at: number): number | null {
    const piece = this.#pieceAt(at);
    if (piece === undefined || !piece.isLiteral || at >= piece.at + piece.length) return null;
    return piece.start + at - piece.at;
  }

  /** Returns the first place in what readers see that the page text has at an offset or after it. */
  visibleOffset(offset: number): number {
    const pieces = this.#pieces;
    const next = lowerBound({ from: 0, to: pieces.length }, (each) => pieces[each]!.end <= offset);
    const piece = pieces[next];
    if (piece === undefined) return this.text.length;
    return piece.at + (piece.isLiteral ? Math.max(0, offset - piece.start) : 0);
  }

  /** Returns where the page text has a character that readers see, or the text that it is shown for. */
  placeOf(at: number): number {
    return this.sourceOffset(at) ?? this.#pieceAt(at)?.start ?? this.source.length;
  }

  /** Returns where the page text has the end of a character that readers see. */
  endOf(at: number): number {
    const place = this.sourceOffset(at);
    return place === null ? (this.#pieceAt(at)?.end ?? this.source.length) : place + 1;
  }

  #pieceAt(at: number): Piece | undefined {
    const pieces = this.#pieces;
    return pieces[lowerBound({ from: 0, to: pieces.length }, (each) => pieces[each]!.at <= at) - 1];
  }
}
