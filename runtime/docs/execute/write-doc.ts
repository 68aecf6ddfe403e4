import type { GraphQLObjectType } from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import type { DocTexts, EncodeDoc } from "./doc-texts.ts";
import { compileParts, type Place } from "./encode.ts";
import type { Bytes, Output } from "./output.ts";
import { collectFields, type Fields, type Scope, selectionsOf } from "./selection.ts";

/**
 * Compiles the writer of docs: texts that are cached, and between them bodies, which the corpus
 * holds as the bytes to send.
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

/** Describes the selected fields, with their keys and order. */
function describe(fields: Fields, scope: Scope): string {
  return Array.from(fields, ([key, nodes]) => {
    const [{ name, selectionSet }] = nodes;
    if (!selectionSet) return `${key}:${name.value}`;
    return `${key}:${name.value}{${describe(collectFields(selectionsOf(nodes), scope), scope)}}`;
  }).join(",");
}
