import { type GraphQLObjectType, getNamedType, getNullableType, isListType } from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { compileEncode, compileParts, type Part, type Place } from "./encode.ts";
import type { Bytes, Output } from "./output.ts";
import { codeBlockValues } from "./queries.ts";

/** A writer, and whether it adds steps, because something in it is of any size. */
interface PartWriter<Value> {
  readonly write: (value: Value, output: Output) => void;
  readonly hasSteps: boolean;
}

export type DocWriter = PartWriter<Doc>;

/**
 * Compiles the writer of docs: texts, and between them bodies, which the corpus holds as the bytes to
 * send, blocks of code, and what changes although the doc does not: its backlinks, and the docs next to it.
 */
export function compileDoc(type: GraphQLObjectType, place: Place): DocWriter {
  return joinParts(compileParts(type, place).map((part) => compilePart(part, { type, place })));
}

/** Writes parts one after the other, each in a step if one of them adds steps. */
function joinParts<Value>(parts: readonly PartWriter<Value>[]): PartWriter<Value> {
  if (!parts.some(({ hasSteps }) => hasSteps)) {
    return {
      hasSteps: false,
      write(value, output) {
        for (const { write } of parts) write(value, output);
      },
    };
  }
  return {
    hasSteps: true,
    write(value, output) {
      let count = 0;
      output.repeat(() => {
        parts[count++]!.write(value, output);
        return count < parts.length;
      });
    },
  };
}

type FieldValues = NonNullable<Doc["fields"]>;

/** Compiles the writer of the fields of a doc. Those that name docs are written as docs are. */
function compileFields(type: GraphQLObjectType, place: Place): PartWriter<FieldValues> {
  return joinParts(
    compileParts(type, place).map(({ encode, field, nodes }) => {
      if (field === null) {
        return {
          hasSteps: false,
          write: (fields, output) => {
            output.text += encode(fields as never);
          },
        };
      }
      const { type: fieldType } = type.getFields()[field]!;
      const docType = getNamedType(fieldType) as GraphQLObjectType;
      const { write } = compileDoc(docType, { nodes, scope: place.scope });
      const isList = isListType(getNullableType(fieldType));
      return {
        hasSteps: true,
        write(fields, output) {
          output.text += encode(fields as never);
          const ids = Object.hasOwn(fields, field) ? [fields[field]!].flat() : [];
          const found = ids.flatMap((id) => output.docs!.doc({ id: String(id) }) ?? []);
          if (isList) writeList(found.values(), { write, output });
          else if (found.length === 0) output.text += "null";
          else write(found[0]!, output);
        },
      };
    }),
  );
}

interface ListOptions<Value> {
  readonly write: PartWriter<Value>["write"];
  readonly output: Output;
}

function writeList<Value>(
  values: Iterator<Value, unknown>,
  { write, output }: ListOptions<Value>,
): void {
  let comma = "";
  output.text += "[";
  output.repeat(() => {
    const next = values.next();
    if (next.done) {
      output.text += "]";
      return false;
    }
    output.text += comma;
    comma = ",";
    write(next.value, output);
    return true;
  });
}

interface PartOptions {
  readonly type: GraphQLObjectType;
  readonly place: Place;
}

function compilePart(
  { encode, field, nodes }: Part,
  { type, place: { scope } }: PartOptions,
): DocWriter {
  if (field === "fields") {
    const fields = compileFields(getNamedType(type.getFields().fields!.type) as GraphQLObjectType, {
      nodes,
      scope,
    });
    return {
      hasSteps: fields.hasSteps,
      write(doc, output) {
        output.text += encode(doc as never);
        fields.write(output.docs!.fieldsOf(doc), output);
      },
    };
  }
  if (field === "codeBlocks") {
    const blockType = getNamedType(type.getFields().codeBlocks!.type) as GraphQLObjectType;
    const encodeBlock = compileEncode(blockType, { nodes, scope });
    return {
      hasSteps: true,
      write(doc, output) {
        output.text += encode(doc as never);
        writeList(codeBlockValues(doc), {
          output,
          write(block) {
            output.text += encodeBlock(block as never);
          },
        });
      },
    };
  }
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
  if (field === "elsewhere") {
    const encodeList = compileEncode(type.getFields()[field]!.type, { nodes, scope });
    return {
      hasSteps: false,
      write(doc, output) {
        output.text += encode(doc as never) + encodeList(output.docs!.elsewhere(doc) as never);
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
