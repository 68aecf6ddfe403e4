import type { GraphQLObjectType } from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import type { DocTexts, EncodeDoc } from "./doc-texts.ts";
import { compileParts, type Place } from "./encode.ts";
import type { Bytes, Output } from "./output.ts";
import { collectFields, type Fields, type Scope, selectionsOf } from "./selection.ts";

/**
 * Compiles what writes docs: texts that are kept for the next time, and between them bodies, whose
 * bytes are in the corpus as they are sent.
 */
export function compileDoc(
  type: GraphQLObjectType,
  { place, texts }: { readonly place: Place; readonly texts: DocTexts },
): (doc: Doc, output: Output) => void {
  const selection = describe(collectFields(selectionsOf(place.nodes), place.scope), place.scope);
  const [first, ...rest] = compileParts(type, place).map((encode, index) =>
    texts.remember(`${index} ${selection}`, encode as EncodeDoc),
  );
  return (doc, output) => {
    output.text += first!(doc);
    for (const encode of rest) {
      output.append(bodyJson(doc) as Bytes);
      output.text += encode(doc);
    }
  };
}

/** What is selected, under which keys and in which order. */
function describe(fields: Fields, scope: Scope): string {
  return Array.from(fields, ([key, nodes]) => {
    const [{ name, selectionSet }] = nodes;
    if (!selectionSet) return `${key}:${name.value}`;
    return `${key}:${name.value}{${describe(collectFields(selectionsOf(nodes), scope), scope)}}`;
  }).join(",");
}
