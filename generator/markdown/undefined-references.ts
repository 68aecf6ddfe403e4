import type { Nodes } from "mdast";
import { createSuggester } from "../../corpus/text/suggest.ts";
import type { Problem } from "../config/problem.ts";
import { createLineFinder } from "./line-finder.ts";
import { findDefinitions, withoutOtherMarkup } from "./links.ts";

/**
 * `[text][label]` and `[text][]`. After a word it is an index in prose, such as `a[i][j]`; one bracket
 * by itself is usually text.
 */
const REFERENCE = /(?<![\\\w\])])!?\[((?:\\.|[^\\[\]])+)\]\[(?!\^)((?:\\.|[^\\[\]]){0,999})\]/gs;
/** Formulas, which have brackets too. */
const FORMULA = /\$\$[^$]+\$\$|\$[^$\n]+\$/g;
const NUMBER = /^\s*\d+\s*$/;

/** A definition whose label a template makes. */
const TEMPLATE = /^[ \t]*\[[^\]\n]*\{[{%]/m;

interface ReferenceOptions {
  /** The page text. */
  readonly source: string;
  /** The file, before its templates are taken out. */
  readonly file: string;
  readonly path: string;
}

/** Reports references whose definition is missing: readers see their brackets. */
export function undefinedReferences(
  nodes: readonly Nodes[],
  { source, file, path }: ReferenceOptions,
): Problem[] {
  if (!source.includes("][") || TEMPLATE.test(file)) return [];
  let suggest: ReturnType<typeof createSuggester> | undefined;
  return nodes.flatMap((node): Problem[] => {
    if (node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell")
      return [];
    const { start, end } = node.position!;
    const text = source.slice(start.offset, end.offset);
    if (!text.includes("][")) return [];
    const searched = withoutOtherMarkup(node, text).replace(FORMULA, (formula) =>
      formula.replace(/[^\r\n]/g, " "),
    );
    const find = createLineFinder(text);
    return Array.from(searched.matchAll(REFERENCE)).flatMap(
      ({ 1: shown = "", 2: own = "", index }) => {
        const label = own.trim() === "" ? shown : own;
        if (label.trim() === "" || (NUMBER.test(shown) && NUMBER.test(label))) return [];
        suggest ??= createSuggester(
          Array.from(findDefinitions(nodes).values(), (each) => each.label ?? each.identifier),
        );
        const { row, column } = find(index);
        return [
          {
            file: path,
            line: start.line + row,
            column: row === 0 ? start.column + column : 1 + column,
            rule: "undefined-reference",
            message: `Reference "[${label.replace(/\s+/g, " ").trim()}]" has no definition`,
            suggestion: suggest(label),
          },
        ];
      },
    );
  });
}
