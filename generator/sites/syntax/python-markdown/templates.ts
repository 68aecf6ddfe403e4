import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const CLOSING = { "{{": "}}", "{%": "%}", "{#": "#}" } as const;
const OPENING = /\{[{%#]/g;

/**
 * Removes what Jinja evaluates, outside of code: `{{ … }}`, `{% … %}` and `{# … #}`. What it is replaced
 * with is not known. Between `{% raw %}` and `{% endraw %}` nothing is removed.
 */
export function readJinja(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  /** The next place of each closing sign; -1 if there is none. */
  const places = new Map<string, number>();
  let done = bodyStart;
  let isRaw = false;
  for (const { 0: sign, index } of text.matchAll(OPENING)) {
    if (index < done || isInCode(code, index)) continue;
    const closing = CLOSING[sign as keyof typeof CLOSING];
    let place = places.get(closing);
    if (place === undefined || (place >= 0 && place < index)) {
      place = text.indexOf(closing, index + 2);
      places.set(closing, place);
    }
    if (place < 0) continue;
    const inside = text.slice(index + 2, place);
    if (sign === "{%" && /^-?\s*(?:end)?raw\s*-?$/.test(inside)) isRaw = !/^-?\s*end/.test(inside);
    else if (isRaw || inside.includes("\n\n")) continue;
    done = place + 2;
    edits.push({ start: index, end: done, text: "" });
  }
  return edits;
}
