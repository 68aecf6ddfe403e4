import type { Nodes } from "mdast";
import { createSuggester } from "../../corpus/text/suggest.ts";
import type { Ignore } from "../config/ignore.ts";
import type { Place, Problem } from "../config/problem.ts";
import { isFixed, RULE_NAMES, type RuleName } from "../config/rules.ts";

const NAME = "docgate-ignore";
/** A comment of Markdown or of MDX by itself, with the text after its name. */
const COMMENT =
  /^(?:<!--\s*docgate-ignore\b((?:(?!-->).)*)-->|\{\/\*\s*docgate-ignore\b((?:(?!\*\/).)*)\*\/\})\s*$/s;

/** The comments of a page that say which rules to ignore, and what is wrong with them. */
export interface FoundIgnores {
  readonly ignores: readonly Ignore[];
  readonly problems: readonly Problem[];
}

/** A comment, with the names that it has instead of rules. */
interface Comment extends Place {
  readonly node: Nodes;
  readonly names: readonly string[];
}

/**
 * Finds `<!-- docgate-ignore rule -->` and `{/* docgate-ignore rule *\/}`: each counts for the block
 * after it, or for the whole page if nothing is before it.
 *
 * @param nodes all nodes of the page's tree
 */
export function findIgnores(
  nodes: readonly Nodes[],
  { source, path }: { readonly source: string; readonly path: string },
): FoundIgnores {
  if (!source.includes(NAME)) return { ignores: [], problems: [] };
  const found = nodes.flatMap((node) => commentsIn(node, source));
  const ignores = found.map(([{ line, column, names }, lines]): Ignore => {
    return { line, column, rules: names.filter(isIgnorable), lines };
  });
  const wrong = found.flatMap(([comment]) =>
    faultsOf(comment).map((fault) => ({ ...comment, fault })),
  );
  const read = new Set(found.map(([{ node }]) => node));
  const misplaced = nodes
    .filter((node) => isMisplaced(node) && !read.has(node))
    .map(({ position }) => ({ ...position!.start, fault: NOT_A_BLOCK }));
  const problems = [...wrong, ...misplaced].map(({ line, column, fault }): Problem => {
    return { file: path, line, column, rule: "ignore-comment", ...fault };
  });
  return { ignores, problems };
}

const MISPLACED = /<!--\s*docgate-ignore\b/;
const MISPLACED_IN_MDX = /^\s*\/\*\s*docgate-ignore\b/;

function isMisplaced(node: Nodes): boolean {
  if (node.type === "html") return MISPLACED.test(node.value);
  return node.type === "mdxTextExpression" && MISPLACED_IN_MDX.test(node.value);
}

type Lines = Ignore["lines"];

const NOTHING: Lines = [0, 0];

/** Returns the comments among the blocks in a node, with the lines for which they count. */
function commentsIn(parent: Nodes, source: string): [Comment, Lines][] {
  if (
    parent.type !== "root" &&
    parent.type !== "blockquote" &&
    parent.type !== "listItem" &&
    parent.type !== "mdxJsxFlowElement"
  )
    return [];
  const found: [Comment, Lines][] = [];
  let waiting: Comment[] = [];
  let isPageStart = parent.type === "root";
  for (const node of parent.children) {
    const comment = readComment(node, source);
    if (comment !== null) waiting.push(comment);
    if (comment !== null || node.type === "yaml") continue;
    const { start, end } = node.position!;
    const lines: Lines = isPageStart ? null : [start.line, end.line];
    found.push(...waiting.map((each): [Comment, Lines] => [each, lines]));
    waiting = [];
    isPageStart = false;
  }
  const lines = isPageStart ? null : NOTHING;
  return [...found, ...waiting.map((each): [Comment, Lines] => [each, lines])];
}

function readComment(node: Nodes, source: string): Comment | null {
  const { type, position } = node;
  if (type !== "html" && type !== "paragraph" && type !== "mdxFlowExpression") return null;
  const { start, end } = position!;
  const match = COMMENT.exec(source.slice(start.offset, end.offset));
  if (match === null) return null;
  const names = (match[1] ?? match[2])!.split(/[\s,]+/).filter((name) => name !== "");
  return { node, line: start.line, column: start.column, names };
}

type Fault = Pick<Problem, "message" | "suggestion">;

const NO_RULE: Fault = {
  message: `Comment "${NAME}" names no rule, so it ignores nothing`,
  suggestion: null,
};

const NOT_A_BLOCK: Fault = {
  message: `Comment "${NAME}" must be on a separate line, before what it is about`,
  suggestion: null,
};

function faultsOf({ names }: Comment): Fault[] {
  return names.length === 0 ? [NO_RULE] : names.filter((name) => !isIgnorable(name)).map(faultOf);
}

function isIgnorable(name: string): name is RuleName {
  return isRule(name) && !isFixed(name);
}

function isRule(name: string): name is RuleName {
  return (RULE_NAMES as readonly string[]).includes(name);
}

function faultOf(name: string): Fault {
  if (isRule(name)) {
    return { message: `Rule "${name}" cannot be ignored: it is always an error`, suggestion: null };
  }
  const suggestion = createSuggester(RULE_NAMES)(name);
  return { message: `Comment ignores "${name}", which is not a rule`, suggestion };
}
