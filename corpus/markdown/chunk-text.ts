import { lowerBound } from "../lower-bound.ts";
import type { Chunk, Range } from "./blocks.ts";

/** The text of a chunk, whose lines may be apart in the page. */
export class ChunkText {
  readonly kind: Chunk["kind"];
  readonly text: string;
  readonly #lines: Chunk["lines"];
  /** Where each line starts in the text. */
  readonly #starts: readonly number[];

  constructor({ kind, lines }: Chunk, source: string) {
    this.kind = kind;
    this.#lines = lines;
    this.text = lines.map(({ start, end }) => source.slice(start, end)).join("");
    let length = 0;
    this.#starts = lines.map(({ start, end }) => {
      length += end - start;
      return length - (end - start);
    });
  }

  /** Finds a range of the text in the page, across the marks before its lines. */
  inPage({ start, end }: Range): Range {
    return { start: this.offsetOf(start), end: this.offsetOf(end - 1) + 1 };
  }

  /** Finds an offset in the page. */
  offsetOf(offset: number): number {
    const starts = this.#starts;
    const line = lowerBound({ from: 0, to: starts.length }, (at) => starts[at]! <= offset) - 1;
    return this.#lines[line]!.start + offset - starts[line]!;
  }
}
