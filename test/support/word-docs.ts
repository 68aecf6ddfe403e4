import type { Doc } from "../../corpus/schema.ts";
import type { WordsDoc } from "../../corpus/search/words/places.ts";
import { loadParser, type ParseMarkdown } from "../../generator/markdown/markdown.ts";
import { allNodes } from "../../generator/markdown/markdown-nodes.ts";

export type HeadedDoc = Omit<WordsDoc, "headings"> & Pick<Doc, "headings">;

/** Adds to each heading where its section begins in the body. */
export async function withStarts<Headed extends HeadedDoc>(
  docs: readonly Headed[],
): Promise<(Headed & WordsDoc)[]> {
  const parse = await loadParser("auto");
  return docs.map((doc) => {
    const starts = sectionStarts(doc.body, parse);
    return {
      ...doc,
      headings: doc.headings.map((heading, at) => ({ ...heading, start: starts[at]! })),
    };
  });
}

/** Of each heading of depth 1 to 4, in document order. */
function sectionStarts(body: string, parse: ParseMarkdown): number[] {
  return allNodes(parse(body))
    .filter((node) => node.type === "heading")
    .filter(({ depth }) => depth <= 4)
    .map(({ position }) => position!.start.offset!);
}
