import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";
import { compileEncode, type Place } from "./encode.ts";
import type { Output } from "./output.ts";
import { collectFields, type Scope, selectionsOf, type Values } from "./selection.ts";
import { compileDoc } from "./write-doc.ts";

/** Writes a value as JSON, in steps if it can be long. */
export type Write = (value: never, output: Output) => void;

/** One root field of an operation. */
export interface RootField {
  /** The key of its value in the answer. */
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its nodes in the query. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly write: Write;
}

export interface Source extends Scope {
  readonly schema: GraphQLSchema;
}

/**
 * Compiles the writers of an operation's root fields, which work in steps of bounded size.
 *
 * Nothing in this schema is asynchronous. An answer is therefore written while it is walked,
 * without a result in memory, and can pause at any doc. One doc takes 6 µs of CPU, 50 docs 50, and
 * 100 docs with their bodies 470, where graphql-js and JSON.stringify take 26, 196 and 5000 (`npm
 * run bench -- --requests`, variables never repeated). After an update of graphql or a change of
 * the schema, run `npx vitest run --project slow test/runtime/docs/execute/operation`: it compares
 * the answers with those of graphql-js.
 *
 * @throws {GraphQLError} for a condition that is null
 */
export function compile(operation: OperationDefinitionNode, source: Source): readonly RootField[] {
  const type = source.schema.getQueryType()!;
  return Array.from(collectFields([operation.selectionSet], source), ([key, nodes]) => {
    const field = fieldOf(type, nodes[0]);
    return { key, field, nodes, write: compileInSteps(field.type, { nodes, scope: source }) };
  });
}

interface WriteObjectOptions<Member> {
  readonly output: Output;
  readonly write: (member: Member) => void;
  /** Text after the last member. Default: a brace. */
  readonly end?: string;
}

/** Writes an object, each member in a step. */
export function writeObject<Member extends { readonly key: string }>(
  members: readonly Member[],
  { output, write, end = "}" }: WriteObjectOptions<Member>,
): void {
  let count = 0;
  output.repeat(() => {
    if (count === members.length) {
      output.text += count === 0 ? `{${end}` : end;
      return false;
    }
    const member = members[count]!;
    output.text += `${count === 0 ? "{" : ","}${JSON.stringify(member.key)}:`;
    count++;
    write(member);
    return true;
  });
}

interface SourcePlace extends Place {
  readonly scope: Source;
}

/** Types whose lists are all short: those of a single page or place, or the names of sections. */
const SHORT = new Set([
  ...["ApiMeta", "Doc", "DocFields", "Heading", "GraphNode", "GraphEdge", "Edition"],
  ...["Correction", "Excerpt", "Mark", "PageChange", "SectionChange", "SectionPlace"],
]);

function compileInSteps(type: GraphQLOutputType, place: SourcePlace): Write {
  const nullable = getNullableType(type);
  const write = isListType(nullable)
    ? compileList(nullable.ofType, place)
    : isObjectType(nullable)
      ? compileObject(nullable, place)
      : compileShort(nullable, place);
  return nullable === type ? orNull(write) : write;
}

function orNull(write: Write): Write {
  return (value, output) => {
    if ((value ?? null) === null) output.text += "null";
    else write(value, output);
  };
}

function compileShort(type: GraphQLOutputType, place: SourcePlace): Write {
  const encode = compileEncode(type, place);
  return (value, output) => {
    output.text += encode(value);
  };
}

function compileList(type: GraphQLOutputType, place: SourcePlace): Write {
  const nullable = getNullableType(type);
  if (isObjectType(nullable) && nullable.name === "Doc") {
    const { write, hasSteps } = compileDoc(nullable, place);
    return hasSteps ? listOfLong(write) : listOfShort(write);
  }
  const write = compileInSteps(type, place);
  const named = getNamedType(type);
  return isObjectType(named) && !SHORT.has(named.name) ? listOfLong(write) : listOfShort(write);
}

/** One step for each item would cost more than the item. */
const ITEMS_OF_A_STEP = 16;

function listOfShort(write: Write): Write {
  return (values: readonly never[], output) => {
    let count = 0;
    output.text += "[";
    output.repeat(() => {
      const end = Math.min(count + ITEMS_OF_A_STEP, values.length);
      for (; count < end; count++) {
        if (count > 0) output.text += ",";
        write(values[count]!, output);
      }
      if (count < values.length) return true;
      output.text += "]";
      return false;
    });
  };
}

function listOfLong(write: Write): Write {
  return (values: Iterable<never>, output) => {
    const items = values[Symbol.iterator]();
    let start = "[";
    output.repeat(() => {
      const item = items.next();
      if (item.done) {
        output.text += start === "[" ? "[]" : "]";
        return false;
      }
      output.text += start;
      start = ",";
      write(item.value, output);
      return true;
    });
  };
}

function compileObject(type: GraphQLObjectType, place: SourcePlace): Write {
  if (type.name === "Doc") return compileDoc(type, place).write;
  return SHORT.has(type.name) ? compileShort(type, place) : compileLong(type, place);
}

function compileLong(type: GraphQLObjectType, { nodes, scope }: SourcePlace): Write {
  const { schema } = scope;
  const members = Array.from(collectFields(selectionsOf(nodes), scope), ([key, nodes]) => {
    const field = fieldOf(type, nodes[0]);
    const args = getArgumentValues(field, nodes[0], scope.variables);
    return { key, field, args, write: compileInSteps(field.type, { nodes, scope }) };
  });
  return (value, output) =>
    writeObject(members, {
      output,
      write: ({ field, args, write }) =>
        write(resolve(field, { value, args, type, schema }), output),
    });
}

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function fieldOf(type: GraphQLObjectType, { name }: FieldNode): GraphQLField<unknown, unknown> {
  return META_FIELDS.get(name.value) ?? type.getFields()[name.value]!;
}

interface FieldContext {
  readonly value: unknown;
  readonly args: Values;
  /** The type that has the field. */
  readonly type: GraphQLObjectType;
  readonly schema: GraphQLSchema;
}

/** Resolves a field; only introspection fields are more than a property. */
export function resolve(
  { name, resolve }: GraphQLField<unknown, unknown>,
  { value, args, type, schema }: FieldContext,
): never {
  if (!resolve) return (value as Record<string, never>)[name]!;
  const info = { schema, parentType: type } as Parameters<typeof resolve>[3];
  return resolve(value, args, undefined, info) as never;
}
