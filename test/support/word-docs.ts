import type { Doc } from "../../corpus/schema.ts";
import type { WordsDoc } from "../../corpus/search/words/places.ts";
import { assignAnchors } from "../../generator/markdown/anchors.ts";
import { findHeadings } from "../../generator/markdown/headings.ts";
import { loadParser, type ParseMarkdown } from "../../generator/markdown/markdown.ts";
import { allNodes } from "../../generator/markdown/markdown-nodes.ts";

type WithoutStarts = Omit<WordsDoc, "headings"> & Pick<Doc, "headings">;

const parse: ParseMarkdown = await loadParser("auto");

/** Adds to each heading where its section begins in the body. */
export function withStarts<Headed extends WithoutStarts>(
  docs: readonly Headed[],
): (Headed & WordsDoc)[] {
  return docs.map((doc) => {
    const starts = sectionStarts(doc.body);
    const headings = doc.headings.map((heading, at) => ({ ...heading, start: starts[at]! }));
    return { ...doc, headings };
  });
}

/** Of each heading of depth 1 to 4, in document order. */
function sectionStarts(body: string): number[] {
  return allNodes(parse(body))
    .filter((node) => node.type === "heading")
    .filter(({ depth }) => depth <= 4)
    .map(({ position }) => position!.start.offset!);
}

export interface WordPage {
  readonly path: string;
  readonly body: string;
  /** Default: the first heading's text, else the path. */
  readonly title?: string;
  readonly description?: string;
}

/** Pages as the generator would hand them to the search in words. */
export function makeWordDocs(pages: readonly WordPage[]): WordsDoc[] {
  const docs = pages.map(({ path, body, title, description = null }) => {
    const found = findHeadings(allNodes(parse(body)), body);
    const anchors = assignAnchors(found, "document");
    const headings = found
      .map(({ depth, text }, at) => ({ depth, text, anchor: anchors[at]! }))
      .filter(({ depth }) => depth <= 4);
    const id = path.replace(/\.md$/, "");
    return {
      path,
      slug: `/docs/${id}`,
      title: title ?? headings[0]?.text ?? id,
      description,
      section: path.includes("/") ? path.split("/", 1)[0]! : "root",
      headings,
      body,
    };
  });
  return withStarts(docs);
}
