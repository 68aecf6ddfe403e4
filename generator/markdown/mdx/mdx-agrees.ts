/**
 * Decides which pages of MDX satteri may parse, so that the result is always that of remark: as
 * `satteri-agrees.ts` does for Markdown, whose patterns count here too.
 *
 * It is what makes MDX as fast as Markdown (`npm run bench -- --builds`). After raising satteri's
 * version, run `npx vitest run test/generator/markdown/mdx`, which compares generated pages.
 */
import type { Code, Nodes, Root } from "mdast";
import type {
  MdxJsxAttribute,
  MdxJsxExpressionAttribute,
  MdxJsxFlowElement,
  MdxJsxTextElement,
} from "mdast-util-mdx";
import { isForSatteri, parsersAgree } from "../satteri-agrees.ts";
import { endOfFence } from "./mask.ts";
import { isPlainExpression, readPlainExpression } from "./plain-expression.ts";
import { isPlainStatement } from "./plain-statement.ts";

/** A fence of code that is not in a quote, nor at the start of a list item. */
const FENCE = /^[ \t]*(?:(?<ticks>`{3,})[^`\r\n]*|(?<waves>~{3,}).*)$/;
const SOUGHT = new RegExp(`${FENCE.source}|\\{(?:\\.\\.\\.)?|[([]`, "gm");

/** Braces that are not known to be those of a plain expression. */
const MAX_DOUBTFUL_BRACES = 8;

/** Other brackets after such a brace. */
const MAX_BRACKETS = 500;

/**
 * Tells whether satteri may read a text at all: it takes more and more time for each brace that is
 * not closed, hours for thirty of them, and its stack overflows if brackets are too deep.
 */
export function isMdxForSatteri(source: string): boolean {
  if (!isForSatteri(source)) return false;
  const sought = new RegExp(SOUGHT);
  let braces = 0;
  let brackets = 0;
  for (let match = sought.exec(source); match !== null; match = sought.exec(source)) {
    const { 0: found, groups } = match;
    const fence = groups!.ticks ?? groups!.waves;
    if (fence !== undefined)
      sought.lastIndex = endOfFence(source, { fence, from: sought.lastIndex });
    else if (found.startsWith("{")) {
      const plain = readPlainExpression(source, sought.lastIndex);
      if (plain === null || source[plain.end] !== "}") braces++;
      else sought.lastIndex = plain.end + 1;
    } else if (braces > 0) brackets++;
    if (braces > MAX_DOUBTFUL_BRACES || brackets > MAX_BRACKETS) return false;
  }
  return true;
}

/** Tells whether the reference is known to read a text as satteri does, whose tree is given. */
export function mdxParsersAgree(source: string, tree: Root): boolean {
  return (
    parsersAgree(source, tree) && !isDoubtful(tree, { source, isInContainer: false, depth: 0 })
  );
}

/** Nodes in each other. */
const MAX_DEPTH = 200;

interface Context {
  readonly source: string;
  readonly depth: number;
  /** True within a quote or a list. */
  readonly isInContainer: boolean;
}

function isDoubtful(node: Nodes, { source, isInContainer, depth }: Context): boolean {
  if (depth > MAX_DEPTH) return true;
  switch (node.type) {
    case "mdxjsEsm":
      // Satteri does not read the statements.
      return !isPlainStatement(node.value);
    case "text":
      if (MISSED_STATEMENT.test(node.value)) return true;
      return /[{<]/.test(node.value) && MISSED_MARKUP.test(sourceOf(node, source));
    case "code":
      return isInContainer && !isClosed(node, source);
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return (isInContainer && /[\r\n]/.test(node.value)) || !isPlainExpression(node.value, true);
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      if (isInContainer && hasLongTag(node, source)) return true;
      if (!/^[\w$.:-]*$/.test(node.name ?? "") || node.attributes.some(isDoubtfulAttribute))
        return true;
      // In a text, micromark does not take an attribute that is spread at the start of a line.
      if (
        node.attributes.some(({ type }) => type === "mdxJsxExpressionAttribute") &&
        hasLongTag(node, source)
      )
        return true;
      break;
  }
  if (!("children" in node)) return false;
  const isInside = isInContainer || node.type === "blockquote" || node.type === "listItem";
  const context = { source, isInContainer: isInside, depth: depth + 1 };
  return node.children.some((child) => isDoubtful(child, context));
}

function isDoubtfulAttribute(attribute: MdxJsxAttribute | MdxJsxExpressionAttribute): boolean {
  const { value } = attribute;
  if (attribute.type === "mdxJsxExpressionAttribute") {
    const spread = attribute.value.startsWith("...") ? attribute.value.slice("...".length) : "";
    return !isPlainExpression(spread, false);
  }
  if (!/^[\w$:-]+$/.test(attribute.name)) return true;
  return typeof value === "object" && value !== null && !isPlainExpression(value.value, false);
}

/** Matches a line that may be an import or export, in a list too. */
const MISSED_STATEMENT = /^(?:import|export)(?![\w$])/m;

/** Matches the start of an element or an expression, which no text has. */
const MISSED_MARKUP = /(?<!\\)(?:\{|<(?=[^\s]))/;

function sourceOf({ position }: Nodes, source: string): string {
  return source.slice(position!.start.offset, position!.end.offset);
}

/** Tells whether a fence closes a block of code. */
function isClosed(code: Code, source: string): boolean {
  const { start, end } = code.position!;
  return start.line < end.line && /(?:`{3,}|~{3,})[ \t]*$/.test(sourceOf(code, source));
}

/** Tells whether a tag of an element may go on in another line. */
function hasLongTag(
  { position, children }: MdxJsxFlowElement | MdxJsxTextElement,
  source: string,
): boolean {
  const { start, end } = position!;
  if (start.line === end.line) return false;
  const [first, last] = [children[0]?.position, children.at(-1)?.position];
  if (first === undefined || last === undefined) return true;
  const opening = source.slice(start.offset, first.start.offset).trimEnd();
  const closing = source.slice(last.end.offset, end.offset).trimStart();
  return /[\r\n]/.test(opening) || /[\r\n]/.test(closing);
}
