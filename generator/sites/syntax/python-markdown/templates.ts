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
  const nextOf = createFinder(text);
  let done = bodyStart;
  let isRaw = false;
  for (const { 0: sign, index } of text.matchAll(OPENING)) {
    if (index < done || isInCode(code, index)) continue;
    const place = nextOf(CLOSING[sign as keyof typeof CLOSING], index + 2);
    if (place === Infinity) continue;
    const inside = text.slice(index + 2, Math.min(place, index + MAX_RAW));
    if (sign === "{%" && /^-?\s*(?:end)?raw\s*-?$/.test(inside)) isRaw = !/^-?\s*end/.test(inside);
    else if (isRaw || nextOf("\n\n", index) < place) continue;
    done = place + 2;
    edits.push({ start: index, end: done, text: "" });
  }
  return edits;
}

/** How much is looked at to find `{% raw %}`. */
const MAX_RAW = 40;

/** Returns a function that finds the next place of a sign from ever later offsets, in linear time. */
function createFinder(text: string): (sign: string, from: number) => number {
  const places = new Map<string, number>();
  return (sign, from) => {
    const known = places.get(sign) ?? -1;
    if (known >= from) return known;
    const found = text.indexOf(sign, from);
    const place = found < 0 ? Infinity : found;
    places.set(sign, place);
    return place;
  };
}
