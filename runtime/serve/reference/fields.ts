import { html } from "hono/html";
import { type ApiDocument, resolve, type Schema } from "./document.ts";
import { inlineCode } from "./inline-code.ts";

type Html = ReturnType<typeof html>;

/** Lists the fields of a body, each with its type, its limits and what it is for. */
export function fieldList(document: ApiDocument, schema: Schema): Html {
  const alternatives = resolve(document, schema).anyOf;
  if (alternatives !== undefined) {
    const lists = alternatives.map((one) => html`<li>${fieldList(document, one)}</li>`);
    return html`<p>One of:</p><ol class="alternatives">${lists}</ol>`;
  }
  const { properties = {}, required = [] } = resolve(document, schema);
  const rows = Object.entries(properties).map(([name, field]) => {
    const { inner } = typeOf(document, field);
    const nested = inner === null ? "" : fieldList(document, inner);
    return fieldRow({ name, isRequired: required.includes(name), field, document, nested });
  });
  return rows.length === 0 ? html`<p>Any JSON object.</p>` : html`<dl class="fields">${rows}</dl>`;
}

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: Schema;
  readonly document: ApiDocument;
  readonly description?: string | undefined;
  readonly nested?: Html | string;
}

/** Describes one field or parameter. */
export function fieldRow({ name, isRequired, field, document, nested = "", ...row }: Row): Html {
  const description = row.description ?? field.description;
  const facts = [typeOf(document, field).text, ...limitsOf(field)].join(", ");
  return html`<div><dt><code>${name}</code> <span class="quiet">${facts}</span>${isRequired ? html` <span class="required">required</span>` : ""}</dt>
      <dd>${description === undefined ? "" : html`<p>${inlineCode(description)}</p>`}${nested}</dd></div>`;
}

interface Type {
  readonly text: string;
  /** The object whose fields are listed below; null if there is none. */
  readonly inner: Schema | null;
}

/** Says in words what a value may be. */
function typeOf(document: ApiDocument, schema: Schema): Type {
  const resolved = resolve(document, schema);
  const { type, format, items, anyOf, properties } = resolved;
  if (anyOf !== undefined) {
    const types = anyOf.map((one) => typeOf(document, one));
    const inner = types.find((one) => one.inner !== null)?.inner ?? null;
    return { text: [...new Set(types.map(({ text }) => text))].join(" or "), inner };
  }
  if (resolved.const !== undefined) return { text: JSON.stringify(resolved.const), inner: null };
  if (resolved.enum !== undefined) {
    return { text: resolved.enum.map((value) => JSON.stringify(value)).join(" | "), inner: null };
  }
  if (type === "array" && items !== undefined) {
    const { text, inner } = typeOf(document, items);
    return { text: `list of ${text}`, inner };
  }
  const names = [type ?? "any value"].flat().join(" or ");
  const text = format === undefined ? names : `${names} (${format})`;
  return { text, inner: properties === undefined ? null : resolved };
}

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems, ...schema }: Schema) {
  return [
    ...(minLength === undefined && maxLength === undefined
      ? []
      : [`${rangeOf(minLength, maxLength)} characters`]),
    ...(minimum === undefined && maximum === undefined ? [] : [rangeOf(minimum, maximum)]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function rangeOf(from: number | undefined, to: number | undefined): string {
  if (from === to) return String(from);
  if (to === undefined) return `at least ${from}`;
  return from === undefined ? `at most ${to}` : `${from} to ${to}`;
}
