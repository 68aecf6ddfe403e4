import type { WordsDoc } from "../../corpus/search/words/places.ts";
import { assignAnchors } from "../../generator/markdown/anchors/anchors.ts";
import { findHeadings } from "../../generator/markdown/headings.ts";
import { loadParser, type ParseMarkdown } from "../../generator/markdown/markdown.ts";
import { allNodes } from "../../generator/markdown/markdown-nodes.ts";
import { pageMarks } from "./marks.ts";

const parse: ParseMarkdown = await loadParser("auto");

export interface WordPage {
  readonly path: string;
  readonly body: string;
  /** Default: the first heading's text, or else the path without `.md`. */
  readonly title?: string;
  readonly description?: string;
}

/** Makes pages as the generator passes them to the word search. */
export function makeWordDocs(pages: readonly WordPage[]): WordsDoc[] {
  return pages.map(({ path, body, title, description = null }) => {
    const found = findHeadings(allNodes(parse(body)), body);
    const anchors = assignAnchors(found, "document");
    const headings = found
      .map(({ depth, text, offset }, at) => ({ depth, text, anchor: anchors[at]!, start: offset }))
      .filter(({ depth }) => depth <= 4);
    const id = path.replace(/\.md$/, "");
    return {
      id,
      path,
      slug: `/docs/${id}`,
      title: title ?? headings[0]?.text ?? id,
      description,
      section: path.includes("/") ? path.split("/", 1)[0]! : "root",
      headings,
      body,
      marks: pageMarks(body),
      edits: [],
    };
  });
}
