import { type FieldKind, isListType, kindOf } from "../../corpus/fields/field-types.ts";
import type { DocFilter } from "../../corpus/fields/filter.ts";
import type { Field } from "../../corpus/schema.ts";

const WHERE = "where.";

/**
 * Reads `where.F=V`, which is `eq`, or `has` for lists, and `where.F.OP=V`. All of them must be true; `in`
 * may be repeated for several values.
 *
 * @param fields of the corpus. Names, operators and values that do not exist are kept, so that the filter
 *   is refused.
 * @returns undefined if there are none
 */
export function readWhere(
  given: URLSearchParams,
  fields: Readonly<Record<string, Field>> = {},
): DocFilter | undefined {
  const conditions: Record<string, Record<string, unknown>>[] = [];
  const anyOf = new Map<string, unknown[]>();
  for (const [parameter, text] of given) {
    if (!parameter.startsWith(WHERE)) continue;
    const [name = "", ...rest] = parameter.slice(WHERE.length).split(".");
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const operator = rest.join(".") || (field && isListType(field.type) ? "has" : "eq");
    const kind = operator === "exists" ? "boolean" : field && kindOf(field.type);
    const value = valueIn(text, kind);
    if (operator !== "in") conditions.push({ [name]: { [operator]: value } });
    else if (anyOf.has(name)) anyOf.get(name)!.push(value);
    else {
      const values = [value];
      anyOf.set(name, values);
      conditions.push({ [name]: { in: values } });
    }
  }
  return conditions.length === 0 ? undefined : { and: conditions };
}

/** Returns the value that a text is; the text itself if it is not one of its kind. */
function valueIn(text: string, kind: FieldKind | undefined): unknown {
  if (kind === "number" && /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
