import type { GraphQLObjectType } from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { compileParts, type Part, type Place } from "./encode.ts";
import type { Bytes, Output } from "./output.ts";

type WriteDoc = (doc: Doc, output: Output) => void;

/** The writer of docs, and whether it adds steps, because there are other docs in a doc. */
export interface DocWriter {
  readonly write: WriteDoc;
  readonly hasSteps: boolean;
}

/**
 * Compiles the writer of docs: texts, and between them bodies, which the corpus holds as the bytes to
 * send, and what changes although the doc does not: its backlinks, and the docs next to it.
 */
export function compileDoc(type: GraphQLObjectType, place: Place): DocWriter {
  const parts = compileParts(type, place).map((part) => compilePart(part, { type, place }));
  if (!parts.some(({ hasSteps }) => hasSteps)) {
    return {
      hasSteps: false,
      write(doc, output) {
        for (const { write } of parts) write(doc, output);
      },
    };
  }
  return {
    hasSteps: true,
    write(doc, output) {
      let count = 0;
      output.repeat(() => {
        parts[count++]!.write(doc, output);
        return count < parts.length;
      });
    },
  };
}

interface PartOptions {
  readonly type: GraphQLObjectType;
  readonly place: Place;
}

function compilePart(
  { encode, field, nodes }: Part,
  { type, place: { scope } }: PartOptions,
): DocWriter {
  if (field === "previous" || field === "next") {
    const neighbor = compileDoc(type, { nodes, scope });
    return {
      hasSteps: true,
      write(doc, output) {
        output.text += encode(doc as never);
        const found = output.docs!.neighbors(doc)[field];
        if (found === null) output.text += "null";
        else neighbor.write(found, output);
      },
    };
  }
  return {
    hasSteps: false,
    write(doc, output) {
      output.text += encode(doc as never);
      if (field === "body") output.append(bodyJson(doc) as Bytes);
      if (field === "backlinks") output.text += JSON.stringify(output.docs!.backlinks(doc));
    },
  };
}
