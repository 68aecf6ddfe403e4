import type { Root } from "mdast";
import type { Problem } from "../../config/problem.ts";
import { frontmatterBlock } from "../frontmatter/frontmatter-block.ts";
import type { ParseMarkdown } from "../markdown.ts";
import { MdxSyntaxError } from "./syntax-error.ts";

/** A page's tree, and the syntax in which it was read. */
export interface PageTree {
  readonly tree: Root;
  readonly isMdx: boolean;
  readonly problems: readonly Problem[];
}

interface PageOptions {
  readonly path: string;
  readonly parse: ParseMarkdown;
  /** Extensions of the files that are MDX. */
  readonly mdx: readonly string[];
}

/** The form that the frontmatter of a page declares, as Docusaurus reads it: `mdx: { format: md }`. */
const DECLARED = /^mdx:\s*(?:\{\s*)?format:[ \t]*["']?(md|mdx)\b/m;

function isMdxPage(source: string, { path, mdx }: Pick<PageOptions, "path" | "mdx">): boolean {
  const name = path.toLowerCase();
  if (mdx.length === 0) return false;
  const declared = DECLARED.exec(frontmatterBlock(source, [])?.text ?? "")?.[1];
  return declared === undefined
    ? mdx.some((extension) => name.endsWith(extension))
    : declared === "mdx";
}

/** Parses a page in its syntax. A page that should be MDX, but is not, is read as Markdown. */
export function parsePage(source: string, { path, parse, mdx }: PageOptions): PageTree {
  if (!isMdxPage(source, { path, mdx })) {
    return { tree: parse(source), isMdx: false, problems: [] };
  }
  try {
    return { tree: parse(source, "mdx"), isMdx: true, problems: [] };
  } catch (error) {
    if (!(error instanceof MdxSyntaxError)) throw error;
    const { line, column, message: reason } = error;
    const message = `Not valid MDX, so it is read as Markdown: ${reason}`;
    const place = { file: path, line, column };
    const problem: Problem = { ...place, rule: "mdx-syntax", message, suggestion: null };
    return { tree: parse(source), isMdx: false, problems: [problem] };
  }
}
