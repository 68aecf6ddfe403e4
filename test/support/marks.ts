import { loadParser, type ParseMarkdown } from "../../generator/markdown/markdown.ts";
import { allNodes } from "../../generator/markdown/markdown-nodes.ts";
import { findMarks, type PageMarks } from "../../generator/markdown/marks/marks.ts";
import { findMarkup } from "../../generator/markdown/marks/markup.ts";

const parse: ParseMarkdown = await loadParser("auto");

/** Marks a body as the generator does. */
export function pageMarks(body: string, parser: ParseMarkdown = parse): PageMarks {
  const nodes = allNodes(parser(body));
  const markup = findMarkup(nodes, { source: body });
  return findMarks(nodes, { source: body, bodyStart: 0, markup });
}
