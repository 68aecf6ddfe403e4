import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isNonNullType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from "graphql";

/** Values of variables or arguments by name, coerced. What has no value is not in it. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A value that is not right, or not in a way that is known here: graphql-js reads it again, and
 * tells what is wrong.
 */
class UncertainValueError extends Error {
  override readonly name = "UncertainValueError";
}

/** @returns undefined for none */
type Read = (given: Values) => unknown;

/**
 * Makes of an operation's definitions what coerces its variables (GraphQL, section 6.1.2). What does
 * not change with the values is looked up once.
 *
 * @returns What throws an `UncertainValueError`, or an error of a scalar, for values that are not right
 */
export function compileVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): (given: Values) => Values {
  return readAll(
    variableDefinitions.map((node) => [node.variable.name.value, compileVariable(schema, node)]),
  );
}

function compileVariable(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
): Read {
  const name = variable.name.value;
  const type = typeFromAST(schema, typeNode) as GraphQLInputType;
  const scalar = getNullableType(type);
  if (!isScalarType(scalar)) return refuse;
  const isRequired = isNonNullType(type);
  const fallback = defaultValue && valueFromAST(defaultValue, type);
  return (given) => {
    if (!Object.hasOwn(given, name))
      return fallback === undefined && isRequired ? refuse() : fallback;
    const value = given[name];
    if (value === null) return isRequired ? refuse() : null;
    return scalar.parseValue(value) ?? refuse();
  };
}

/**
 * Makes of a field's arguments what gives their values (GraphQL, section 6.4.1).
 *
 * @param variables What they are read from, coerced.
 */
export function compileArguments(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
): (variables: Values) => Values {
  const nodesByName = new Map(nodes.map((node) => [node.name.value, node]));
  return readAll(
    args.map((argument) => [
      argument.name,
      compileArgument(argument, nodesByName.get(argument.name)),
    ]),
  );
}

function compileArgument(
  { type, defaultValue }: GraphQLArgument,
  node: ArgumentNode | undefined,
): Read {
  const isRequired = isNonNullType(type);
  const otherwise = isRequired && defaultValue === undefined ? refuse : () => defaultValue;
  if (!node) return otherwise;
  if (!isScalarType(getNullableType(type))) return refuse;
  if (node.value.kind !== Kind.VARIABLE) {
    const value = valueFromAST(node.value, type);
    return value === undefined ? refuse : () => value;
  }
  const name = node.value.name.value;
  return (variables) => {
    const value = variables[name];
    if (value === undefined) return otherwise();
    return value === null && isRequired ? refuse() : value;
  };
}

function readAll(
  readers: readonly (readonly [name: string, read: Read])[],
): (from: Values) => Values {
  return (from) => {
    const values: Record<string, unknown> = Object.create(null);
    for (const [name, read] of readers) {
      const value = read(from);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

function refuse(): never {
  throw new UncertainValueError();
}
