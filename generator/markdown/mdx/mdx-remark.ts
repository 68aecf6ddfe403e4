import type { Root } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { withSecondMark } from "../markdown-remark.ts";
import { maskMdx } from "./mask.ts";
import { MdxSyntaxError } from "./syntax-error.ts";
import { unravel } from "./unravel.ts";

const processor = unified()
  .use(remarkParse)
  .use(remarkFrontmatter, ["yaml"])
  .use(remarkMdx)
  .freeze();

/**
 * Parses MDX with the reference: micromark's MDX as remark reads it.
 *
 * @throws {MdxSyntaxError} if the source is not MDX
 */
export function parseMdxWithRemark(source: string): Root {
  try {
    return unravel(processor.parse(withSecondMark(maskMdx(source))));
  } catch (error) {
    throw MdxSyntaxError.from(error);
  }
}
