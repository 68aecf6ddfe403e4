import type { Root } from "mdast";
import { hasCode } from "../../corpus/error.ts";
import type { ParserName } from "../config/generation.ts";
import { parseWithRemark } from "./markdown-remark.ts";
import { loadSatteri, type Satteri } from "./markdown-satteri.ts";
import { isForSatteri, parsersAgree } from "./satteri-agrees.ts";

/** The syntaxes that a page may have. */
export type Syntax = "markdown" | "mdx";

/**
 * Parses a file's text into its tree: as Markdown, which is CommonMark with nothing beyond it except
 * YAML frontmatter, or as MDX, which has elements, expressions, imports and exports too.
 *
 * @param syntax Default: `markdown`.
 * @throws {MdxSyntaxError} if a text that is parsed as MDX is not MDX
 */
export type ParseMarkdown = (source: string, syntax?: Syntax) => Root;

interface LoadOptions {
  /** True to load the parser of MDX too. Default: false. */
  readonly mdx?: boolean;
}

/** @throws {DocgateError} `setting` if satteri is requested by name and cannot be loaded */
export async function loadParser(
  name: ParserName,
  { mdx = false }: LoadOptions = {},
): Promise<ParseMarkdown> {
  const satteri = name === "remark" ? null : await loadFast(name);
  const parseMarkdown = satteri === null ? parseWithRemark : withFast(satteri);
  const parseMdx = mdx ? (await import("./mdx/parse-mdx.ts")).mdxParser(satteri) : withoutMdx;
  return (source, syntax = "markdown") =>
    syntax === "mdx" ? parseMdx(source) : parseMarkdown(source);
}

async function loadFast(name: ParserName): Promise<Satteri | null> {
  return loadSatteri().catch((error) => {
    if (name === "auto" && hasCode(error, "setting")) return null;
    throw error;
  });
}

function withFast({ parseMarkdown }: Satteri): (source: string) => Root {
  return (source) => {
    const tree = isForSatteri(source) ? parseMarkdown(source) : null;
    return tree !== null && parsersAgree(source, tree) ? tree : parseWithRemark(source);
  };
}

function withoutMdx(): never {
  throw new TypeError("The parser of MDX is not loaded.");
}
