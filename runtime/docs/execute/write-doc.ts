import type { GraphQLObjectType } from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import type { DocTexts, EncodeDoc } from "./doc-texts.ts";
import { compileParts, type Place } from "./encode.ts";
import type { Bytes, Output } from "./output.ts";
import { collectFields, type Fields, type Scope, selectionsOf } from "./selection.ts";

/**
 * Compiles the writer of docs: texts that are cached, and between them bodies, which the corpus
 * holds as the bytes to send, and backlinks, which change although the doc does not.
 */
export function compileDoc(
  type: GraphQLObjectType,
  { place, texts }: { readonly place: Place; readonly texts: DocTexts },
): (doc: Doc, output: Output) => void {
  const selection = describe(collectFields(selectionsOf(place.nodes), place.scope), place.scope);
  const parts = compileParts(type, place).map(({ encode, next }, index) => ({
    encode: texts.remember(`${index} ${selection}`, encode as EncodeDoc),
    next,
  }));
  return (doc, output) => {
    for (const { encode, next } of parts) {
      output.text += encode(doc);
      if (next === "body") output.append(bodyJson(doc) as Bytes);
      if (next === "backlinks") output.text += JSON.stringify(output.docs!.backlinks(doc));
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
