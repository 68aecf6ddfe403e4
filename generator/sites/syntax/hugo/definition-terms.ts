import type { Edit } from "../../../../corpus/marks.ts";
import { automaticAnchor } from "../../../markdown/anchors/anchors.ts";
import { FreeAnchors } from "../../../markdown/anchors/counting.ts";
import { isInCode } from "../code-ranges.ts";
import { type Line, linesOf } from "../lines.ts";
import type { SyntaxContext } from "../syntax.ts";

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;
const OWN_ID = /\{#([^\s{}]+)\}$/;
const DEFINITION = /^ {0,3}:[ \t]/;
/** A line that cannot be a term: a definition, a heading, an item, a quote, a table, code. */
const NO_TERM = /^(?: {0,3}(?::[ \t]|#{1,6}[ \t]|[-*+][ \t]|[>|]|`{3}|~{3}|\{\{)| {4}|\t)/;

/**
 * Gives the terms of definition lists their ids, as Hugo does with `autoDefinitionTermID`. Headings
 * are counted with them, in the order of the page: one that gets another number is given its id.
 */
export function readDefinitionTerms(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const blocks = code.filter(({ isBlock }) => isBlock);
  const lines = linesOf(text, bodyStart).filter(({ start }) => !isInCode(blocks, start));
  const terms = termsIn(lines);
  if (terms.size === 0) return [];
  const edits: Edit[] = [];
  const together = new FreeAnchors();
  const apart = new FreeAnchors();
  for (const line of lines) {
    const { start, content } = line;
    if (terms.has(line)) {
      const id = together.take(anchorOf(content.trim()));
      const at = start + content.search(/\S/);
      edits.push({ start: at, end: at, text: `<a id="${id}"></a>` });
      continue;
    }
    const [, heading] = HEADING.exec(content) ?? [];
    if (heading === undefined) continue;
    const [, own] = OWN_ID.exec(heading.trimEnd()) ?? [];
    if (own !== undefined) {
      together.claim(own);
      apart.claim(own);
      continue;
    }
    const anchor = anchorOf(withoutClosing(heading.trimEnd()));
    const id = together.take(anchor);
    const end = start + content.trimEnd().length;
    if (id !== apart.take(anchor)) edits.push({ start: end, end, text: ` {#${id}}` });
  }
  return edits;
}

/** Cuts off a closing run of `#`. */
function withoutClosing(heading: string): string {
  const text = heading.slice(0, heading.search(/#*$/));
  return /[ \t]$/.test(text) ? text.trimEnd() : heading;
}

function anchorOf(text: string): string {
  return automaticAnchor(text, "goldmark");
}

/** Finds the lines above a definition, with or without an empty line between them. */
function termsIn(lines: readonly Line[]): Set<Line> {
  const terms = new Set<Line>();
  for (const [place, { content }] of lines.entries()) {
    if (!DEFINITION.test(content)) continue;
    let above = place - 1;
    if (lines[above]?.content.trim() === "") above--;
    for (; above >= 0; above--) {
      const line = lines[above]!;
      if (line.content.trim() === "" || NO_TERM.test(line.content)) break;
      terms.add(line);
    }
  }
  return terms;
}
