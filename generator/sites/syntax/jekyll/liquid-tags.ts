import type { Range } from "../../../../corpus/marks.ts";

/** A part of Liquid in a text: `{% name rest %}`, or `{{ expression }}`, whose name is empty. */
export interface LiquidTag extends Range {
  readonly name: string;
  readonly rest: string;
}

const OPENING = /\{[%{]/g;
const TAG = /^-?\s*(\w+|#)?([\s\S]*?)-?$/;

/** Blocks whose content Liquid does not read. */
const VERBATIM = new Set(["raw", "comment"]);

/**
 * Finds the tags of Liquid, also in code: it is read before Markdown. Nothing is found between
 * `{% raw %}` and `{% endraw %}`, or in a comment.
 */
export function findLiquid(text: string, from: number): LiquidTag[] {
  const tags: LiquidTag[] = [];
  // Where none of a kind is left, none is looked for.
  const gone = new Set<string>();
  const find = (part: string, at: number): number => {
    if (gone.has(part)) return -1;
    const found = text.indexOf(part, at);
    if (found < 0) gone.add(part);
    return found;
  };
  OPENING.lastIndex = from;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const start = found.index;
    const isOutput = found[0] === "{{";
    const closing = find(isOutput ? "}}" : "%}", start + 2);
    if (closing < 0) continue;
    const end = closing + 2;
    const inner = text.slice(start + 2, closing);
    if (isOutput) tags.push({ start, end, name: "", rest: inner.replace(/^-|-$/g, "").trim() });
    else {
      const [, name = "", rest = ""] = TAG.exec(inner) ?? [];
      tags.push({ start, end, name, rest: rest.trim() });
      if (VERBATIM.has(name)) {
        const last = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`, "g");
        last.lastIndex = gone.has(`end${name}`) ? text.length : end;
        const match = last.exec(text);
        if (match === null) gone.add(`end${name}`);
        else {
          const { index } = match;
          tags.push({ start: index, end: index + match[0].length, name: `end${name}`, rest: "" });
          OPENING.lastIndex = index + match[0].length;
          continue;
        }
      }
    }
    OPENING.lastIndex = end;
  }
  return tags;
}

/** A part of an expression: bars in quotes do not end it. */
const PART = /(?:"[^"]*"|'[^']*'|[^|"'])+/g;
const FILTER = /^\s*(\w+)\s*(?::\s*(.*?))?\s*$/s;
const VALUE = /^(?:"([^"]*)"|'([^']*)'|([\w.-]+))$/;

/**
 * Returns what an expression gives, as far as it can be told: texts, variables, and the filters that
 * make addresses.
 *
 * @returns null if it cannot
 */
export function evaluateLiquid(
  expression: string,
  variables: Readonly<Record<string, string>>,
): string | null {
  const [first = "", ...filters] = expression.match(PART) ?? [];
  const read = (source: string): string | null => {
    const [, double, single, name] = VALUE.exec(source.trim()) ?? [];
    if (name === undefined) return double ?? single ?? null;
    return Object.hasOwn(variables, name) ? variables[name]! : null;
  };
  let value = read(first);
  const base = variables["site.baseurl"] ?? "";
  for (const each of filters) {
    if (value === null) return null;
    const [, filter, given = ""] = FILTER.exec(each) ?? [];
    if (filter === "relative_url" || filter === "absolute_url") {
      value = /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `${base}/${value.replace(/^\/+/, "")}`;
    } else if (filter === "append" || filter === "prepend") {
      const other = read(given);
      if (other === null) return null;
      value = filter === "append" ? value + other : other + value;
    } else return null;
  }
  return value;
}
