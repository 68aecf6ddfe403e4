import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { bodyJson } from "../../corpus/body.ts";
import { BODY_PLACE, insertBodies } from "./bodies.ts";
import type { DocTexts, WriteDoc } from "./doc-texts.ts";
import type { Docs } from "./docs.ts";
import { compileArguments, type Values } from "./values.ts";

/**
 * Executes an operation and encodes its answer, `{"data":{…}}`, in one go: as a text, or in UTF-8
 * where bodies are in it.
 */
export type Encode = (docs: Docs, variables: Values) => string | Buffer<ArrayBuffer>;

/** Writes a value as JSON. */
type Encoder = (value: never) => string;

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export interface CompileOptions {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly texts: DocTexts;
}

/** Something that is left to an executor that handles everything GraphQL can do. */
export class UnsupportedError extends Error {
  override readonly name = "UnsupportedError";
}

/**
 * Turns a validated query into a function that writes its answer directly.
 *
 * Every object of this schema is plain data whose properties are its fields, and nothing in it is
 * asynchronous: so an answer is its texts joined, byte for byte what an executor's result is as
 * JSON.
 *
 * @throws {UnsupportedError} for introspection and conditional selections; what it returns throws
 *   where the answer has an error
 */
export function compile(schema: GraphQLSchema, { operation, ...shared }: CompileOptions): Encode {
  const type = schema.getQueryType()!;
  const bodies: Uint8Array[] = [];
  const members = Array.from(
    collectFields([operation.selectionSet], shared.fragments),
    ([key, nodes]) =>
      [`${JSON.stringify(key)}:`, compileRootField(type, { nodes, bodies, ...shared })] as const,
  );
  return (docs, variables) => {
    try {
      const parts = members.map(([key, encode]) => key + encode(docs, variables));
      return insertBodies(`{"data":{${parts.join(",")}}}`, bodies);
    } finally {
      bodies.length = 0;
    }
  };
}

interface Field extends Omit<CompileOptions, "operation"> {
  /** All of one response key: their selections are one. */
  readonly nodes: readonly FieldNode[];
  /** Those of the answer that is being written, in the order of their places. */
  readonly bodies: Uint8Array[];
}

type EncodeField = (docs: Docs, variables: Values) => string;

function compileRootField(type: GraphQLObjectType, { nodes, ...rest }: Field): EncodeField {
  const [node] = nodes;
  const name = node!.name.value;
  if (name === "__typename") return () => JSON.stringify(type.name);
  const field = type.getFields()[name];
  // `__schema` and `__type` are no fields of a type.
  if (!field) throw new UnsupportedError(name);
  const encode = compileValue(field.type, { nodes, ...rest }) as (value: unknown) => string;
  const resolve = name as keyof Omit<Docs, "version">;
  const readArguments = compileArguments(field, node!);
  return (docs, variables) => encode(docs[resolve](readArguments(variables) as never));
}

function compileValue(type: GraphQLOutputType, field: Field): Encoder {
  if (isNonNullType(type)) return compileNonNull(type.ofType, field);
  const encode = compileNonNull(type, field);
  return (value) => (value === null ? "null" : encode(value));
}

function compileNonNull(type: GraphQLOutputType, field: Field): Encoder {
  if (isObjectType(type)) {
    return type.name === "Doc" ? compileDoc(type, field) : compileObject(type, field);
  }
  if (!isListType(type)) return encodeLeaf;
  const encode = compileValue(type.ofType as GraphQLOutputType, field);
  return (values: readonly never[]) => {
    let text = "[";
    for (let i = 0; i < values.length; i++) text += (i === 0 ? "" : ",") + encode(values[i]!);
    return `${text}]`;
  };
}

/** All that JSON escapes, and some control characters more. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** Strings and whole numbers; there is nothing else in the schema. */
function encodeLeaf(value: string | number): string {
  if (typeof value === "number") return String(value);
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
}

type Member = (value: Record<string, never>) => string;

function compileObject(type: GraphQLObjectType, { nodes, ...shared }: Field): Encoder {
  const members = Array.from(
    collectFields(selectionsOf(nodes), shared.fragments),
    ([key, nodes], place): Member => {
      const start = `${place === 0 ? "" : ","}${JSON.stringify(key)}:`;
      const name = nodes[0]!.name.value;
      if (name === "__typename") return () => start + JSON.stringify(type.name);
      if (type.name === "Doc" && name === "body") return () => start + BODY_PLACE;
      const encode = compileValue(type.getFields()[name]!.type, { nodes, ...shared });
      return (value) => start + encode(value[name]!);
    },
  );
  return (value) => {
    let text = "{";
    for (const member of members) text += member(value);
    return `${text}}`;
  };
}

/** A doc's text has a place for each body, which is told beside it. */
function compileDoc(type: GraphQLObjectType, field: Field): WriteDoc {
  const { nodes, fragments, bodies, texts } = field;
  const fields = collectFields(selectionsOf(nodes), fragments);
  const write = texts.remember(describe(fields, fragments), compileObject(type, field) as WriteDoc);
  const bodyCount = [...fields.values()].filter(([node]) => node!.name.value === "body").length;
  if (bodyCount === 0) return write;
  return (doc) => {
    for (let i = 0; i < bodyCount; i++) bodies.push(bodyJson(doc));
    return write(doc);
  };
}

/** What is selected, under which keys and in which order. */
function describe(fields: Fields, fragments: Fragments): string {
  return Array.from(fields, ([key, nodes]) => {
    const { name, selectionSet } = nodes[0]!;
    if (!selectionSet) return `${key}:${name.value}`;
    const inner = describe(collectFields(selectionsOf(nodes), fragments), fragments);
    return `${key}:${name.value}{${inner}}`;
  }).join(",");
}

function selectionsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.map(({ selectionSet }) => selectionSet!);
}

type Fields = ReadonlyMap<string, readonly FieldNode[]>;

/** The fields of selections by response key, in order of their first appearance. */
function collectFields(selections: readonly SelectionSetNode[], fragments: Fragments): Fields {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();

  function visit({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.directives?.length) throw new UnsupportedError("directive");
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        visit(selection.selectionSet);
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        const fragment = fragments.get(selection.name.value)!;
        if (fragment.directives?.length) throw new UnsupportedError("directive");
        visit(fragment.selectionSet);
      }
    }
  }

  for (const selection of selections) visit(selection);
  return fields;
}
