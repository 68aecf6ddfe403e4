/** The part of a text that is nearest to a quote. */
export interface Alignment {
  readonly start: number;
  readonly end: number;
  /** Number of characters that both have in order (longest common subsequence). */
  readonly common: number;
  /** Number of characters that one of both has alone. */
  readonly distance: number;
}

/**
 * Finds the part of a text that is nearest to a quote: from which the fewest characters have to be
 * removed or added (approximate matching: Sellers, 1980, without replacements). Takes time and the
 * quote's length in memory in proportion to the product of both lengths.
 */
export function align(text: string, quote: string): Alignment {
  const length = quote.length;
  const units = Uint16Array.from({ length }, (_, at) => quote.charCodeAt(at));
  /** For each beginning of the quote, its distance from the text's part that ends here. */
  const distances = Int32Array.from({ length: length + 1 }, (_, at) => at);
  /** Where that part starts. */
  const starts = new Int32Array(length + 1);
  let best = { start: 0, end: 0, distance: length };
  for (let end = 1; end <= text.length; end++) {
    const unit = text.charCodeAt(end - 1);
    let [diagonal, diagonalStart] = [0, end - 1];
    starts[0] = end;
    for (let at = 1; at <= length; at++) {
      const [above, aboveStart] = [distances[at]!, starts[at]!];
      if (units[at - 1] === unit) {
        distances[at] = diagonal;
        starts[at] = diagonalStart;
      } else if (above <= distances[at - 1]!) {
        distances[at] = above + 1;
      } else {
        distances[at] = distances[at - 1]! + 1;
        starts[at] = starts[at - 1]!;
      }
      [diagonal, diagonalStart] = [above, aboveStart];
    }
    const distance = distances[length]!;
    if (distance < best.distance) best = { start: starts[length]!, end, distance };
  }
  return { ...best, common: (best.end - best.start + length - best.distance) / 2 };
}
