import type { Root } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkParse from "remark-parse";
import { unified } from "unified";

const processor = unified().use(remarkParse).use(remarkFrontmatter, ["yaml"]).freeze();

/** Parses with the reference: CommonMark and YAML frontmatter as remark reads them. */
export function parseWithRemark(source: string): Root {
  return processor.parse(withSecondMark(source));
}

/**
 * Doubles a byte order mark: the parser drops one itself, and a second one, which is text, must
 * stay.
 */
export function withSecondMark(source: string): string {
  return source.startsWith("\ufeff") ? `\ufeff${source}` : source;
}
