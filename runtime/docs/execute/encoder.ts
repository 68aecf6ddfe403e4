import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";
import { bodyJson } from "../../../corpus/read/body.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { BODY_PLACE, type Bodies } from "./body-slots.ts";
import type { DocTexts, WriteDoc } from "./doc-texts.ts";

/** Values of variables or arguments by name, coerced. What has no value is not in it. */
export type Values = { [name: string]: unknown };

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** What belongs to one answer. */
export interface Call {
  readonly variables: Values;
  /** Those in the text that was given so far. */
  readonly bodies: Bodies;
}

/** Writes a value as JSON. */
type Encode = (value: never) => string;

/** Writes a value of bounded size as JSON, with places for the bodies in it. */
type Write = (value: never, call: Call) => string;

/** Writes a value of any size, little by little: between two steps, something else can be done. */
type WriteInSteps = (value: never, call: Call) => Generator<string, void>;

/** One root field of an operation. */
export interface RootField {
  /** Under which its value is answered. */
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its places in the query. */
  readonly nodes: readonly FieldNode[];
  readonly write: WriteInSteps;
}

export interface CompileOptions {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly texts: DocTexts;
  /** They decide what is selected, where `@skip` or `@include` asks for one. */
  readonly variables: Values;
}

/** What is the same for all of an operation. */
interface Source extends Omit<CompileOptions, "operation"> {
  readonly schema: GraphQLSchema;
}

/**
 * Turns a validated query into functions that write its answer directly.
 *
 * Every object of this schema is plain data whose properties are its fields, and nothing in it is
 * asynchronous: so an answer is its texts joined, byte for byte what graphql-js's result is as JSON.
 * It is several times as fast, needs no result in memory, and can stop at any doc and go on later.
 *
 * @throws {GraphQLError} for a condition that is null
 */
export function compile(
  schema: GraphQLSchema,
  { operation, ...shared }: CompileOptions,
): readonly RootField[] {
  const source = { schema, ...shared };
  const type = schema.getQueryType()!;
  return Array.from(collectFields([operation.selectionSet], source), ([key, nodes]) => {
    const field = fieldOf(type, nodes[0]!);
    return { key, field, nodes, write: compileInSteps(field.type, { nodes, source }) };
  });
}

/** Whether what is selected depends on variables. */
export function isConditional({
  operation,
  fragments,
}: Omit<CompileOptions, "texts" | "variables">): boolean {
  const hasCondition = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (
        selection.directives?.some(
          ({ arguments: [condition] = [] }) => condition?.value.kind === Kind.VARIABLE,
        )
      )
        return true;
      return "selectionSet" in selection && selection.selectionSet !== undefined
        ? hasCondition(selection.selectionSet)
        : false;
    });
  const sets = [operation, ...fragments.values()].map(({ selectionSet }) => selectionSet);
  return sets.some(hasCondition);
}

interface Place {
  /** All of one response key: their selections are one. */
  readonly nodes: readonly FieldNode[];
  readonly source: Source;
}

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function fieldOf(type: GraphQLObjectType, { name }: FieldNode): GraphQLField<unknown, unknown> {
  return META_FIELDS.get(name.value) ?? type.getFields()[name.value]!;
}

/** A step for each would take longer than what is done in it. */
const ITEMS_OF_A_STEP = 16;

/** What has no lists in it but those of a single page. */
const WRITTEN_AT_ONCE = new Set(["Doc", "GraphNode", "GraphEdge"]);

function compileInSteps(type: GraphQLOutputType, place: Place): WriteInSteps {
  const nullable = getNullableType(type);
  const write = isListType(nullable)
    ? compileListInSteps(nullable.ofType as GraphQLOutputType, place)
    : isObjectType(nullable) && !WRITTEN_AT_ONCE.has(nullable.name)
      ? compileObjectInSteps(nullable, place)
      : inOneStep(compileAtOnce(nullable, place));
  return function* (value, call) {
    if ((value ?? null) === null) yield "null";
    else yield* write(value, call);
  };
}

function inOneStep(write: Write): WriteInSteps {
  return function* (value, call) {
    yield write(value, call);
  };
}

function compileListInSteps(type: GraphQLOutputType, place: Place): WriteInSteps {
  const name = getNamedType(type).name;
  if (WRITTEN_AT_ONCE.has(name)) {
    const write = compileAtOnce(type, place);
    return function* (values: readonly never[], call) {
      let text = "[";
      for (let i = 0; i < values.length; i++) {
        text += (i === 0 ? "" : ",") + write(values[i]!, call);
        if (i % ITEMS_OF_A_STEP !== ITEMS_OF_A_STEP - 1) continue;
        yield text;
        text = "";
      }
      yield `${text}]`;
    };
  }
  const write = compileInSteps(type, place);
  return function* (values: Iterable<never>, call) {
    let start = "[";
    for (const value of values) {
      yield start;
      yield* write(value, call);
      start = ",";
    }
    yield start === "[" ? "[]" : "]";
  };
}

function compileObjectInSteps(type: GraphQLObjectType, { nodes, source }: Place): WriteInSteps {
  const { schema } = source;
  const members = Array.from(collectFields(selectionsOf(nodes), source), ([key, nodes], index) => {
    const field = fieldOf(type, nodes[0]!);
    const start = `${index === 0 ? "{" : ","}${JSON.stringify(key)}:`;
    return { start, field, nodes, write: compileInSteps(field.type, { nodes, source }) };
  });
  return function* (value, call) {
    for (const { start, field, nodes, write } of members) {
      yield start;
      const args = getArgumentValues(field, nodes[0]!, call.variables);
      yield* write(resolve(field, { value, args, type, schema }), call);
    }
    yield members.length === 0 ? "{}" : "}";
  };
}

interface Resolving {
  readonly value: unknown;
  readonly args: Values;
  /** Which has the field. */
  readonly type: GraphQLObjectType;
  readonly schema: GraphQLSchema;
}

/** Only the fields of introspection are more than a property. */
export function resolve(
  { name, resolve }: GraphQLField<unknown, unknown>,
  { value, args, type, schema }: Resolving,
): never {
  if (!resolve) return (value as Record<string, never>)[name]!;
  const info = { schema, parentType: type } as Parameters<typeof resolve>[3];
  return resolve(value, args, undefined, info) as never;
}

function compileAtOnce(type: GraphQLOutputType, place: Place): Write {
  const named = getNamedType(type);
  return isObjectType(named) && named.name === "Doc"
    ? compileDoc(named, place)
    : compileValue(type, place);
}

function compileValue(type: GraphQLOutputType, place: Place): Encode {
  if (isNonNullType(type)) return compileNonNull(type.ofType, place);
  const encode = compileNonNull(type, place);
  return (value) => (value === null ? "null" : encode(value));
}

function compileNonNull(type: GraphQLOutputType, place: Place): Encode {
  if (isObjectType(type)) return compileObject(type, place);
  if (!isListType(type)) return compileLeaf(type as GraphQLLeafType);
  const encode = compileValue(type.ofType as GraphQLOutputType, place);
  return (values: readonly never[]) => {
    let text = "[";
    for (let i = 0; i < values.length; i++) text += (i === 0 ? "" : ",") + encode(values[i]!);
    return `${text}]`;
  };
}

/** All that JSON escapes, and some control characters more. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** Strings and whole numbers; in introspection, also truth values and names of an enum. */
function compileLeaf(type: GraphQLLeafType): Encode {
  if (type.name.startsWith("__") || type.name === "Boolean") {
    return (value) => JSON.stringify(type.serialize(value));
  }
  return (value: string | number) => {
    if (typeof value === "number") return String(value);
    return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
  };
}

type Member = (value: Record<string, never>) => string;

function compileObject(type: GraphQLObjectType, place: Place): Encode {
  const { source } = place;
  const members: Member[] = [];
  /** What is the same for all objects, up to the next member. */
  let constant = "{";
  let comma = "";
  for (const [key, nodes] of collectFields(selectionsOf(place.nodes), source)) {
    const name = nodes[0]!.name.value;
    constant += `${comma}${JSON.stringify(key)}:`;
    comma = ",";
    if (name === "__typename") constant += JSON.stringify(type.name);
    else if (type.name === "Doc" && name === "body") constant += BODY_PLACE;
    else {
      const start = constant;
      const encode = compileValue(fieldOf(type, nodes[0]!).type, { nodes, source });
      members.push((value) => start + encode(value[name]!));
      constant = "";
    }
  }
  const end = `${constant}}`;
  return (value) => {
    let text = "";
    for (const member of members) text += member(value);
    return text + end;
  };
}

/** A doc's text has a place for each body, which is told next to it. */
function compileDoc(type: GraphQLObjectType, { nodes, source }: Place): Write {
  const fields = collectFields(selectionsOf(nodes), source);
  const encode = compileObject(type, { nodes, source }) as WriteDoc;
  const write = source.texts.remember(describe(fields, source), encode);
  const bodyCount = [...fields.values()].filter(([node]) => node!.name.value === "body").length;
  return (doc: Doc, { bodies }) => {
    for (let i = 0; i < bodyCount; i++) {
      const body = bodyJson(doc);
      bodies.list.push(body);
      bodies.bytes += body.length;
    }
    return write(doc);
  };
}

/** What is selected, under which keys and in which order. */
function describe(fields: Fields, source: Source): string {
  return Array.from(fields, ([key, nodes]) => {
    const { name, selectionSet } = nodes[0]!;
    if (!selectionSet) return `${key}:${name.value}`;
    const inner = describe(collectFields(selectionsOf(nodes), source), source);
    return `${key}:${name.value}{${inner}}`;
  }).join(",");
}

function selectionsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

type Fields = ReadonlyMap<string, readonly FieldNode[]>;

/** The fields of selections by response key, in order of their first appearance. */
function collectFields(
  selections: readonly SelectionSetNode[],
  { fragments, variables }: Source,
): Fields {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();

  function visit({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = fields.get(key);
        if (known) known.push(selection);
        else fields.set(key, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        visit(selection.selectionSet);
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        visit(fragments.get(selection.name.value)!.selectionSet);
      }
    }
  }

  for (const selection of selections) visit(selection);
  return fields;
}

function isIncluded(node: SelectionNode, variables: Values): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}
