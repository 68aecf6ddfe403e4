import type { Root } from "mdast";
import { hasCode } from "../../corpus/error.ts";
import type { ParserName } from "../config/generation.ts";
import { parseWithRemark } from "./markdown-remark.ts";
import { loadSatteri } from "./markdown-satteri.ts";
import { isForSatteri, parsersAgree } from "./satteri-agrees.ts";

/** Parses a file's text into its tree, with nothing beyond CommonMark except YAML frontmatter. */
export type ParseMarkdown = (source: string) => Root;

/** @throws {DocgateError} `setting` if satteri is requested by name and cannot be loaded */
export async function loadParser(name: ParserName): Promise<ParseMarkdown> {
  if (name === "remark") return parseWithRemark;
  const parseFast = await loadSatteri().catch((error) => {
    if (name === "auto" && hasCode(error, "setting")) return null;
    throw error;
  });
  if (parseFast === null) return parseWithRemark;
  return (source) => {
    const tree = isForSatteri(source) ? parseFast(source) : null;
    return tree !== null && parsersAgree(source, tree) ? tree : parseWithRemark(source);
  };
}
