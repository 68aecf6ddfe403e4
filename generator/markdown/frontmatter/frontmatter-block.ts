/** The frontmatter of a page, found without a parser. */
export interface FrontmatterBlock {
  /** The YAML between the fences. */
  readonly yaml: string;
  /** Where the text after it starts: after the one line end that closes it (DOC-A8). */
  readonly end: number;
}

const OPENING = /^---[ \t]*(?:\r\n|\r|\n)/;
const CLOSING = /(?:^|\r\n|\r|\n)---[ \t]*(?:\r\n|\r|\n|$)/;

/** @returns the block at the start of a text; null if there is none */
export function frontmatterBlock(source: string): FrontmatterBlock | null {
  const opening = OPENING.exec(source);
  if (opening === null) return null;
  const rest = source.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (closing === null) return null;
  return {
    yaml: rest.slice(0, closing.index),
    end: opening[0].length + closing.index + closing[0].length,
  };
}
