import { posix } from "node:path";
import type { Edit } from "../../../../corpus/marks.ts";
import { frontmatterBlock } from "../../../markdown/frontmatter/frontmatter-block.ts";
import { isMarkdown } from "../../../markdown/is-markdown.ts";
import type { SyntaxContext } from "../syntax.ts";
import { findLiquid } from "./liquid-tags.ts";

/** Includes Markdown by `{% include file.md %}`, from `_includes`, and by `include_relative`. */
export function readJekyllIncludes(
  text: string,
  { bodyStart, location, include }: SyntaxContext,
): Edit[] {
  if (!text.includes("{%")) return [];
  return findLiquid(text, bodyStart).flatMap(({ start, end, name, rest }): Edit[] => {
    if (name !== "include" && name !== "include_relative") return [];
    const [path = ""] = rest.split(/\s/, 1);
    if (!isMarkdown(path) || path.includes("{")) return [];
    const bases = name === "include" ? ["_includes"] : [posix.dirname(location)];
    const found = include({ path, bases, at: start });
    if (found === null) return [];
    const block = frontmatterBlock(found.text, []);
    return [{ start, end, text: found.text.slice(block?.end ?? 0).trimEnd() }];
  });
}
