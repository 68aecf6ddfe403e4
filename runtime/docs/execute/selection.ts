import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** Coerced values of variables or arguments, by name. Names without a value are absent. */
export type Values = { [name: string]: unknown };

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fragments and variables that decide which fields a selection has. */
export interface Scope {
  readonly fragments: Fragments;
  /** Values for variables in `@skip` and `@include`. */
  readonly variables: Values;
}

/** Fields by response key, in order of first appearance. Fields with the same key are merged. */
export type Fields = ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]>;

/**
 * Collects the fields of selections, merged (GraphQL specification, section 6.3.2). Type conditions
 * always match: the schema has neither interfaces nor unions.
 *
 * @throws {GraphQLError} for a condition that is null
 */
export function collectFields(
  selections: readonly SelectionSetNode[],
  { fragments, variables }: Scope,
): Fields {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
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

/** Returns the selections below a field. */
export function selectionsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/**
 * Returns true if variables affect the answer below the root fields: in conditions, and in the
 * arguments of introspection, the only arguments outside of the root.
 */
export function dependsOnVariables(
  operation: OperationDefinitionNode,
  fragments: Fragments,
): boolean {
  const sets = [operation, ...fragments.values()].map(({ selectionSet }) => selectionSet);
  return sets.some(hasDependent);
}

function hasDependent({ selections }: SelectionSetNode): boolean {
  return selections.some((selection) => {
    if (selection.directives?.some(hasVariable)) return true;
    if (selection.kind === Kind.FRAGMENT_SPREAD) return false;
    if (selection.kind === Kind.FIELD && INTROSPECTION.has(selection.name.value)) return true;
    return selection.selectionSet !== undefined && hasDependent(selection.selectionSet);
  });
}

const INTROSPECTION = new Set(["__schema", "__type"]);

function hasVariable({ arguments: [condition] = [] }: DirectiveNode): boolean {
  return condition?.value.kind === Kind.VARIABLE;
}

function isIncluded(node: SelectionNode, variables: Values): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}
