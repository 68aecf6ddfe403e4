import type { Edit, Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";

/** A piece of an edited text: a range of the source, or a text that stands at a place of it. */
interface Piece extends Range {
  /** Absent if the piece is taken from the source. */
  readonly text?: string;
}

/** A source and what it became: one edit after another, each in the text that the ones before left. */
export class EditedText {
  readonly source: string;
  #text: string;
  /** In order of the text; those of the source in its order too. */
  #pieces: readonly Piece[];
  /** Where each piece begins in the text; made when it is needed. */
  #starts: readonly number[] | undefined;

  constructor(source: string) {
    this.source = source;
    this.#text = source;
    this.#pieces = source === "" ? [] : [{ start: 0, end: source.length }];
  }

  get text(): string {
    return this.#text;
  }

  get isEdited(): boolean {
    return this.#text !== this.source || this.#pieces.length > 1;
  }

  /** @param edits of the text as it is now: in order, and apart from each other */
  apply(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const pieces: Piece[] = [];
    let text = "";
    let done = 0;
    let next = 0;
    let at = 0;
    const copy = (end: number) => {
      text += this.#text.slice(done, end);
      for (; next < this.#pieces.length; next++) {
        const piece = this.#pieces[next]!;
        const length = lengthOf(piece);
        const [from, to] = [Math.max(done - at, 0), Math.min(end - at, length)];
        if (to > from) pieces.push(partOf(piece, from, to));
        if (at + length > end) break;
        at += length;
      }
      done = end;
    };
    for (const { start, end, text: inserted } of edits) {
      copy(start);
      const place = this.#placeIn(start);
      text += inserted;
      if (inserted !== "") pieces.push({ start: place, end: place, text: inserted });
      while (next < this.#pieces.length && at + lengthOf(this.#pieces[next]!) <= end) {
        at += lengthOf(this.#pieces[next]!);
        next++;
      }
      done = end;
    }
    copy(this.#text.length);
    this.#text = text;
    this.#pieces = joined(pieces);
    this.#starts = undefined;
  }

  /** Returns the edits of the source, in order and apart from each other. */
  edits(): Edit[] {
    const edits: Edit[] = [];
    let done = 0;
    let text = "";
    const close = (start: number) => {
      if (start > done || text !== "") edits.push({ start: done, end: start, text });
      text = "";
    };
    for (const piece of this.#pieces) {
      if (piece.text !== undefined) text += piece.text;
      else {
        close(piece.start);
        done = piece.end;
      }
    }
    close(this.source.length);
    return edits;
  }

  /** Returns the place in the source of an offset in the text. */
  sourceOffset(at: number): number {
    return this.#placeIn(at);
  }

  /** Returns where the source has what an offset in the text was inserted for; null if it is of the source. */
  insertionAt(at: number): number | null {
    const { piece } = this.#pieceAt(at);
    return piece?.text === undefined ? null : piece.start;
  }

  /** Returns the range of the source that a range of the text is; null if it was edited. */
  sourceRange({ start, end }: Range): Range | null {
    const { piece, from } = this.#pieceAt(start);
    if (piece === undefined || piece.text !== undefined) return null;
    const range = { start: piece.start + from, end: piece.start + from + end - start };
    return range.end <= piece.end ? range : null;
  }

  #placeIn(at: number): number {
    const { piece, from } = this.#pieceAt(at);
    if (piece === undefined) return this.source.length;
    return piece.text === undefined ? piece.start + from : piece.start;
  }

  /** Returns the piece that an offset is in, and how far. */
  #pieceAt(at: number): { readonly piece: Piece | undefined; readonly from: number } {
    const pieces = this.#pieces;
    this.#starts ??= startsOf(pieces);
    const starts = this.#starts;
    const next = lowerBound({ from: 0, to: pieces.length }, (each) => starts[each]! <= at);
    const from = at - (starts[next - 1] ?? 0);
    const piece = pieces[next - 1];
    return piece && from < lengthOf(piece) ? { piece, from } : { piece: pieces[next], from: 0 };
  }
}

function lengthOf({ start, end, text }: Piece): number {
  return text === undefined ? end - start : text.length;
}

function partOf(piece: Piece, from: number, to: number): Piece {
  const { start, text } = piece;
  return text === undefined
    ? { start: start + from, end: start + to }
    : { start, end: start, text: text.slice(from, to) };
}

function startsOf(pieces: readonly Piece[]): number[] {
  let at = 0;
  return pieces.map((piece) => {
    at += lengthOf(piece);
    return at - lengthOf(piece);
  });
}

/** Joins pieces that follow each other in the source. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const isNext = last?.text === undefined && piece.text === undefined;
    if (last !== undefined && isNext && last.end === piece.start) {
      all[all.length - 1] = { start: last.start, end: piece.end };
    } else all.push(piece);
  }
  return all;
}
