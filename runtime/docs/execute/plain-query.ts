/**
 * graphql-js takes 100 to 150 µs of CPU to validate a small query, this check 1 to 3 µs. Most
 * queries are plain, and clients that write values into their texts send a new text each time: such
 * a request takes 80 to 140 µs with this check and 250 to 330 µs without, as much as with
 * graphql-http (`npm run bench -- --requests`, texts never repeated). After an update of graphql,
 * run `npx vitest run --project unit test/runtime/docs/execute/plain-query` with LONG=1: it
 * compares every positive answer with all rules, over random queries.
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

/** The cost of a selection that is not plain, or not valid. */
const NOT_PLAIN = Infinity;

/** State of an operation while its fields are walked. */
interface Walk {
  readonly variables: ReadonlyMap<string, GraphQLInputType>;
  readonly unused: Set<string>;
  aliases: number;
}

/**
 * Returns true if a document is a plain query, valid and within all limits: one operation without
 * directives and fragments, in which no selection has a response key twice and all values are
 * scalars. Most of GraphQL's validation rules (section 5) do not apply to such a query; one short
 * walk checks the rest.
 *
 * @returns false also for queries that only the full rules can judge
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

/** Returns the types of the variables by name; null if any is not plain and valid. */
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
  /** Depth of the fields in it, from 1. */
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

/** @param field Undefined for unknown fields, and for `__typename`. */
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

/** Returns true if a field accepts these arguments, and requires no other. */
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
  // A default can make up for a nullable variable: that is left to the full rules.
  return isNonNullType(given) || !isNonNullType(type);
}

function hasAny(nodes: readonly unknown[] | undefined): boolean {
  return nodes !== undefined && nodes.length > 0;
}
