/**
 * graphql-js takes 100 to 150 µs of CPU to validate a small query, this 1 to 3 µs. Most queries are
 * plain, and those of clients that write values into their texts are new each time: with it, such a
 * request takes 80 to 140 µs, without it 250 to 330, which is no less than with graphql-http
 * (`npm run bench -- --requests`, texts never repeated). After an update of graphql run
 * `npx vitest run --project unit test/runtime/docs/execute/plain-query` with LONG=1: it holds the
 * answer yes against all rules over random queries.
 */
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
  valueFromAST,
} from "graphql";
import { COST, LIMITS } from "./limits.ts";

/** The cost of what is not plain, or not valid. */
const NOT_PLAIN = Infinity;

/** What is known of an operation while its fields are walked. */
interface Walk {
  readonly variables: ReadonlyMap<string, GraphQLInputType>;
  readonly unused: Set<string>;
  aliases: number;
}

/**
 * Whether a document is a query of the plainest kind, valid and within all limits: one operation
 * without directives and fragments, where no selection has a response key twice and all values are
 * scalars. For these, most of the rules of GraphQL's validation (section 5) have nothing to say, and
 * what remains is found out in one short walk.
 *
 * @returns false also for what only the rules themselves can tell
 */
export function isPlainQuery(schema: GraphQLSchema, document: DocumentNode): boolean {
  const [operation] = document.definitions;
  if (document.definitions.length > 1 || operation?.kind !== Kind.OPERATION_DEFINITION)
    return false;
  if (operation.operation !== OperationTypeNode.QUERY || hasAny(operation.directives)) return false;
  const variables = readVariables(schema, operation);
  if (!variables) return false;
  const walk: Walk = { variables, unused: new Set(variables.keys()), aliases: 0 };
  const cost = costOfAll(schema.getQueryType()!, { set: operation.selectionSet, depth: 1, walk });
  const isWithinLimits = cost <= LIMITS.costLimit && walk.aliases <= LIMITS.maxAliases;
  return isWithinLimits && walk.unused.size === 0;
}

/** The types of the variables by name; null if any is not plainly right. */
function readVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Map<string, GraphQLInputType> | null {
  const types = new Map<string, GraphQLInputType>();
  for (const { variable, type: node, defaultValue, directives } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    if (!isScalarType(getNullableType(type)) || hasAny(directives)) return null;
    if (types.has(variable.name.value)) return null;
    if (defaultValue && valueFromAST(defaultValue, type as GraphQLInputType) === undefined) {
      return null;
    }
    types.set(variable.name.value, type as GraphQLInputType);
  }
  return types;
}

interface Selections {
  readonly set: SelectionSetNode;
  /** Of the fields in it, from 1. */
  readonly depth: number;
  readonly walk: Walk;
}

function costOfAll(type: GraphQLObjectType, { set, depth, walk }: Selections): number {
  if (depth > LIMITS.maxDepth) return NOT_PLAIN;
  const keys = new Set<string>();
  const fields = type.getFields();
  let cost = 0;
  for (const node of set.selections) {
    if (node.kind !== Kind.FIELD || hasAny(node.directives)) return NOT_PLAIN;
    if (node.alias) walk.aliases++;
    keys.add((node.alias ?? node.name).value);
    cost += costOf(fields[node.name.value], { node, depth, walk });
  }
  return keys.size === set.selections.length ? cost : NOT_PLAIN;
}

/** @param field Undefined for what the type does not have, and for `__typename`. */
function costOf(
  field: GraphQLField<unknown, unknown> | undefined,
  { node, depth, walk }: { node: FieldNode; depth: number; walk: Walk },
): number {
  const { name, selectionSet: set } = node;
  if (!field) {
    const isTypename = name.value === "__typename" && !set && !hasAny(node.arguments);
    return isTypename ? COST.scalarCost : NOT_PLAIN;
  }
  if (!takes(field, { nodes: node.arguments ?? [], walk })) return NOT_PLAIN;
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return set ? NOT_PLAIN : COST.scalarCost;
  if (!set) return NOT_PLAIN;
  return COST.objectCost + COST.depthCostFactor * costOfAll(type, { set, depth: depth + 1, walk });
}

/** Whether a field takes these arguments, and needs no other. */
function takes(
  { args }: GraphQLField<unknown, unknown>,
  { nodes, walk }: { nodes: readonly ArgumentNode[]; walk: Walk },
): boolean {
  const given = new Set<string>();
  for (const { name, value } of nodes) {
    const argument = args.find((one) => one.name === name.value);
    if (!argument || !fits(argument.type, { value, walk })) return false;
    given.add(name.value);
  }
  if (given.size < nodes.length) return false;
  return args.every((argument) => !isRequiredArgument(argument) || given.has(argument.name));
}

function fits(type: GraphQLInputType, { value, walk }: { value: ValueNode; walk: Walk }): boolean {
  const scalar = getNullableType(type);
  if (!isScalarType(scalar)) return false;
  if (value.kind !== Kind.VARIABLE) return valueFromAST(value, type) !== undefined;
  const given = walk.variables.get(value.name.value);
  walk.unused.delete(value.name.value);
  if (!given || getNullableType(given) !== scalar) return false;
  // A default can make up for a variable that may be null: that is left to the rules.
  return isNonNullType(given) || !isNonNullType(type);
}

function hasAny(nodes: readonly unknown[] | undefined): boolean {
  return nodes !== undefined && nodes.length > 0;
}
