import type { Root } from "mdast";
import type { Satteri } from "../markdown-satteri.ts";
import { maskMdx } from "./mask.ts";
import { isMdxForSatteri, mdxParsersAgree } from "./mdx-agrees.ts";
import { parseMdxWithRemark } from "./mdx-remark.ts";
import { unravel } from "./unravel.ts";

/**
 * Creates a function that parses MDX with satteri where it is known to give the reference's result.
 *
 * @param satteri Null to use the reference only.
 */
export function mdxParser(satteri: Satteri | null): (source: string) => Root {
  return (source) => {
    const text = maskMdx(source);
    const tree = satteri !== null && isMdxForSatteri(text) ? satteri.parseMdx(text) : null;
    return tree !== null && mdxParsersAgree(text, tree)
      ? unravel(tree)
      : parseMdxWithRemark(source);
  };
}
