import type {
  BlockContent,
  Blockquote,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
} from "mdast";
import type { MdxJsxFlowElement, MdxjsEsm } from "mdast-util-mdx";
import { LINE_END } from "../line-finder.ts";

/**
 * Brings the tree of a page of MDX into the form in which all parsers agree, in place:
 *
 * - Elements and expressions that are alone in a paragraph are blocks, as the compiler of MDX
 *   makes them (`remark-mark-and-unravel` of @mdx-js/mdx).
 * - Text directly in an element that is a block is in a paragraph, so that all text is.
 * - A block of imports and exports ends before its line end, and a list where its last item does.
 */
export function unravel(tree: Root): Root {
  const waiting: Nodes[] = [tree];
  const lists: (List | ListItem)[] = [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "mdxjsEsm") trimEnd(node);
    if (node.type === "list" || node.type === "listItem") lists.push(node);
    if (!("children" in node)) continue;
    if (holdsBlocks(node)) unravelBlocks(node);
    if (node.type === "mdxJsxFlowElement") wrapText(node);
    waiting.push(...node.children);
  }
  for (const list of lists.toReversed()) endAtContent(list);
  return tree;
}

type Container = Root | Blockquote | ListItem | MdxJsxFlowElement;

function holdsBlocks(node: Nodes): node is Container {
  return /^(?:root|blockquote|listItem|mdxJsxFlowElement)$/.test(node.type);
}

function unravelBlocks(container: Container): void {
  const children: readonly Nodes[] = container.children;
  if (!children.some(isRaveled)) return;
  const blocks = children.flatMap((child): Nodes[] =>
    isRaveled(child) ? blocksIn(child) : [child],
  );
  container.children = blocks as BlockContent[];
}

function endAtContent({ position, children }: List | ListItem): void {
  const last: Nodes | undefined = children.at(-1);
  if (last !== undefined) position!.end = last.position!.end;
}

function trimEnd({ position, value }: MdxjsEsm): void {
  const { start, end } = position!;
  const lines = value.split(LINE_END);
  end.offset = start.offset! + value.length;
  end.line = start.line + lines.length - 1;
  end.column = (lines.length === 1 ? start.column : 1) + lines.at(-1)!.length;
}

/** Tells whether a paragraph has nothing but elements and expressions. */
function isRaveled(node: Nodes): node is Paragraph {
  if (node.type !== "paragraph") return false;
  let hasMarkup = false;
  for (const child of node.children) {
    if (isMarkup(child)) hasMarkup = true;
    else if (!isBlank(child)) return false;
  }
  return hasMarkup;
}

function isMarkup({ type }: Nodes): boolean {
  return type === "mdxJsxTextElement" || type === "mdxTextExpression";
}

function isBlank(node: Nodes): boolean {
  return node.type === "text" && /^[\t\r\n ]+$/.test(node.value);
}

function blocksIn({ children }: Paragraph): BlockContent[] {
  return children
    .filter((child) => !isBlank(child))
    .map((child) => {
      const type = child.type === "mdxJsxTextElement" ? "mdxJsxFlowElement" : "mdxFlowExpression";
      return { ...child, type } as BlockContent;
    });
}

const PHRASING: ReadonlySet<Nodes["type"]> = new Set<PhrasingContent["type"]>([
  "break",
  "emphasis",
  "html",
  "image",
  "imageReference",
  "inlineCode",
  "link",
  "linkReference",
  "mdxJsxTextElement",
  "mdxTextExpression",
  "strong",
  "text",
]);

/** Puts the content of an element that was in a paragraph into a paragraph. */
function wrapText(element: MdxJsxFlowElement): void {
  const children: readonly Nodes[] = element.children;
  const [first] = children;
  if (first === undefined || !PHRASING.has(first.type)) return;
  const position = { start: first.position!.start, end: children.at(-1)!.position!.end };
  element.children = [{ type: "paragraph", children: children as PhrasingContent[], position }];
}
