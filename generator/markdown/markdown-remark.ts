import type { Root } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkParse from "remark-parse";
import { unified } from "unified";

const processor = unified().use(remarkParse).use(remarkFrontmatter, ["yaml"]).freeze();

/** The reference: CommonMark and YAML frontmatter as remark reads them. */
export function parseWithRemark(source: string): Root {
  return processor.parse(withSecondMark(source));
}

/** The parser drops a byte order mark of its own: a second one, which is text, must stay. */
function withSecondMark(source: string): string {
  return source.startsWith("\ufeff") ? `\ufeff${source}` : source;
}
