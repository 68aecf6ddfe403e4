import type { Nodes } from "mdast";
import { isHiddenTag } from "../marks/hidden-elements.ts";
import { type Address, type HiddenPart, rangeOf } from "../marks/parts.ts";
import { escapeMarkdown } from "./escape.ts";
import { indentIn } from "./indent.ts";
import { isJsx, type JsxElement, type JsxElements, type JsxTags } from "./jsx-tags.ts";
import { literalText } from "./literal-text.ts";
import { standIn } from "./stand-in.ts";

/** Parts of a page of MDX that agents are not given, and addresses that they are given otherwise. */
export interface JsxMarkup {
  readonly hidden: readonly HiddenPart[];
  readonly addresses: readonly Address[];
}

interface JsxOptions {
  readonly source: string;
  readonly elements: JsxElements;
}

/**
 * Finds what agents are not given of a page of MDX: imports, exports, expressions and tags, with the
 * texts that stand in their place, and the indentation in elements, which Markdown takes for code.
 */
export function findJsxMarkup(
  nodes: readonly Nodes[],
  { source, elements }: JsxOptions,
): JsxMarkup {
  const hidden: HiddenPart[] = [...indentIn(nodes, { source, elements })];
  const addresses: Address[] = [];
  for (const node of nodes) {
    const range = rangeOf(node);
    if (node.type === "mdxjsEsm") hidden.push({ kind: "syntax", ...range });
    else if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") {
      hidden.push({ ...range, ...readExpression(node.value) });
    } else if (isJsx(node)) {
      const tags = elements.get(node)!;
      if (isHidden(node, tags)) {
        hidden.push({ kind: "element", ...range, name: node.name ?? "" });
        continue;
      }
      const found = standIn(node, { source, tags });
      hidden.push(...found.hidden);
      addresses.push(...found.addresses);
    }
  }
  return { hidden, addresses };
}

const ONLY_COMMENTS = /^(?:\s*(?:\/\*[\s\S]*?\*\/|\/\/[^\r\n]*(?:[\r\n]|$)))+\s*$/;

function readExpression(code: string): Pick<HiddenPart, "kind" | "text"> {
  if (ONLY_COMMENTS.test(code)) return { kind: "comment" };
  return { kind: "syntax", text: escapeMarkdown(literalText(code) ?? "") };
}

/** Tells whether browsers do not show an element that has content. */
function isHidden({ name }: JsxElement, { attributes, closing }: JsxTags): boolean {
  if (closing === null || name === null) return false;
  const written = attributes.map(
    ({ name: key, written: value }) => [key.toLowerCase(), value] as const,
  );
  return isHiddenTag({ name, attributes: new Map(written) });
}
