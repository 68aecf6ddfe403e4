import { type Edit, editsOf } from "../../corpus/marks.ts";
import type { Marks } from "../../corpus/schema.ts";
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

/** The changes by which agents read a text, if each address has another one. */
export function editsIn(
  text: string,
  addressOf = (target: string) => `/${target}`,
): readonly Edit[] {
  const { hidden, addresses } = pageMarks(text);
  let done = 0;
  const links = addresses.map(({ start, end, label }, at): Marks["links"][number] => {
    const skip = start - done;
    done = end;
    return label === undefined ? [skip, end - start, at] : [skip, end - start, at, label];
  });
  return editsOf({ hidden, links }, (at) => addressOf(addresses[at as number]!.target));
}
