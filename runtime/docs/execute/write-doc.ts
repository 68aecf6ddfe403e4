import type { GraphQLObjectType } from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { compileParts, type Place } from "./encode.ts";
import type { Bytes, Output } from "./output.ts";

/**
 * Compiles the writer of docs: texts, and between them bodies, which the corpus holds as the bytes to
 * send, and backlinks, which change although the doc does not.
 */
export function compileDoc(
  type: GraphQLObjectType,
  place: Place,
): (doc: Doc, output: Output) => void {
  const parts = compileParts(type, place);
  return (doc, output) => {
    for (const { encode, next } of parts) {
      output.text += encode(doc as never);
      if (next === "body") output.append(bodyJson(doc) as Bytes);
      if (next === "backlinks") output.text += JSON.stringify(output.docs!.backlinks(doc));
    }
  };
}
