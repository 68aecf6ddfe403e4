import {
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { hashedHeadings } from "../../../corpus/sections/section-hashes.ts";
import { collectFields, type Scope, selectionsOf } from "./selection.ts";

/** Returns a value as JSON. */
export type Encode = (value: never) => string;

/** The place of a value in a query. */
export interface Place {
  /** All nodes with the same response key: their selections are merged. */
  readonly nodes: readonly FieldNode[];
  readonly scope: Scope;
}

/**
 * Compiles the encoder of a value of bounded size: the fields of one page or one edge, but no body.
 *
 * The properties of such a value are its fields. Its JSON is joined from texts and equals, byte for
 * byte, what `JSON.stringify` makes of graphql-js's result.
 */
export function compileEncode(type: GraphQLOutputType, place: Place): Encode {
  if (isNonNullType(type)) return compileNonNull(type.ofType, place);
  const encode = compileNonNull(type, place);
  return (value) => ((value ?? null) === null ? "null" : encode(value));
}

function compileNonNull(type: GraphQLOutputType, place: Place): Encode {
  if (isObjectType(type)) return compileParts(type, place)[0]!.encode;
  if (!isListType(type)) return compileLeaf(type as GraphQLLeafType);
  const encode = compileEncode(type.ofType, place);
  // A list that a page does not have is empty.
  return (values: readonly never[] = []) => {
    let text = "[";
    for (let i = 0; i < values.length; i++) text += (i === 0 ? "" : ",") + encode(values[i]!);
    return `${text}]`;
  };
}

/** Every character that JSON escapes, and some more control characters. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** Encodes strings and numbers; in introspection and fields, also booleans and enum names. */
function compileLeaf(type: GraphQLLeafType): Encode {
  if (isEnumType(type) || type.name === "Boolean") {
    return (value) => JSON.stringify(type.serialize(value));
  }
  return (value: string | number) => {
    if (typeof value === "number") return String(value);
    return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
  };
}

type Member = (object: Record<string, never>) => string;

/** The fields of a doc that are not encoded together with the others. */
const APART = ["body", "backlinks", "codeBlocks", "elsewhere", "previous", "next", "fields"];

/** Tells whether a field is encoded apart: also one of the frontmatter that names pages. */
function isApart(type: GraphQLObjectType, field: string): boolean {
  if (type.name === "Doc") return APART.includes(field);
  return type.name === "DocFields" && getNamedType(type.getFields()[field]!.type).name === "Doc";
}

/** Encodes an object up to a field that stands apart, or to its end. */
export interface Part {
  readonly encode: Encode;
  /** The field that follows. */
  readonly field: string | null;
  /** Its nodes in the query. */
  readonly nodes: readonly FieldNode[];
}

/**
 * Compiles the encoder of an object, split at each field of a doc that is encoded apart. Other
 * objects have one part.
 */
export function compileParts(type: GraphQLObjectType, { nodes, scope }: Place): readonly Part[] {
  const parts: Part[] = [];
  let members: Member[] = [];
  /** The text that is the same for all objects, up to the next member. */
  let constant = "{";
  let comma = "";
  for (const [key, places] of collectFields(selectionsOf(nodes), scope)) {
    const name = places[0].name.value;
    constant += `${comma}${JSON.stringify(key)}:`;
    comma = ",";
    if (name === "__typename") constant += JSON.stringify(type.name);
    else {
      if (isApart(type, name)) {
        parts.push({ encode: join(members, constant), field: name, nodes: places });
        members = [];
      } else {
        const before = constant;
        const encode = compileEncode(type.getFields()[name]!.type, { nodes: places, scope });
        const hasHashes = type.name === "Doc" && name === "headings" && selectHashes(places, scope);
        // Names of fields are those of users, who may call one `constructor`.
        const hasOwn = type.name === "DocFields";
        members.push((object) => {
          if (hasHashes) return before + encode(hashedHeadings(object as never) as never);
          const value = hasOwn && !Object.hasOwn(object, name) ? undefined : object[name];
          return before + encode(value as never);
        });
      }
      constant = "";
    }
  }
  return [...parts, { encode: join(members, `${constant}}`), field: null, nodes: [] }];
}

/** Tells whether the hashes of headings are selected, which the corpus does not have. */
function selectHashes(nodes: readonly FieldNode[], scope: Scope): boolean {
  const fields = collectFields(selectionsOf(nodes), scope);
  return [...fields.values()].some(([{ name }]) => name.value === "hash");
}

function join(members: readonly Member[], end: string): Encode {
  return (object) => {
    let text = "";
    for (const member of members) text += member(object);
    return text + end;
  };
}
