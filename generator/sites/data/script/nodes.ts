import type {
  AnyNode,
  Expression,
  Node,
  Pattern,
  PrivateIdentifier,
  Statement,
  Super,
} from "acorn";

/** An expression without what TypeScript writes around it: types, and nothing that runs. */
export function withoutTypes<T extends Node>(node: T): T {
  let inner: Node = node;
  while (TYPED.has(inner.type)) inner = (inner as TypedNode).expression;
  return inner as T;
}

interface TypedNode extends Node {
  readonly expression: Node;
}

const TYPED: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "ParenthesizedExpression",
]);

/** Calls back with each node of a tree, in no certain order; not with those below a refused one. */
export function walk(root: Node, enter: (node: AnyNode) => boolean): void {
  const nodes: Node[] = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!enter(node as AnyNode)) continue;
    for (const part of Object.values(node)) {
      for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) nodes.push(child);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/**
 * Returns the name that a function is called by: `starlight`, `path.resolve`; of
 * `require("nextra")({})` the package, of `create()({})` the name `create()`.
 *
 * @returns null if it does not have one
 */
export function calleeName(callee: Expression | Super): string | null {
  const node = withoutTypes(callee);
  if (node.type === "CallExpression") {
    const name = calleeName(node.callee);
    const [first] = node.arguments;
    if (name === "require" && first?.type === "Literal") return String(first.value);
    return name === null ? null : `${name}()`;
  }
  return node.type === "Super" ? null : memberPath(node);
}

function memberPath(node: Expression): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.object.type === "Super") return null;
  const key = memberKey(node);
  const object = memberPath(withoutTypes(node.object));
  return key === null || object === null ? null : `${object}.${key}`;
}

/** Returns the key that a member expression names: `a.key`, `a["key"]`; null if it is computed. */
export function memberKey({ computed, property }: MemberKey): string | null {
  if (property.type === "Literal" && property.value !== null) return String(property.value);
  return !computed && property.type === "Identifier" ? property.name : null;
}

interface MemberKey {
  readonly computed: boolean;
  readonly property: Expression | PrivateIdentifier;
}

/** Returns the names that a pattern declares, such as `{ a, b: [c] }`. */
export function namesIn(pattern: Pattern): string[] {
  const names: string[] = [];
  walk(pattern, (node) => {
    if (node.type === "Identifier") names.push(node.name);
    return true;
  });
  return names;
}

/** The expression that each name is declared with; null if it is not declared with one. */
export type Scope = ReadonlyMap<string, Expression | null>;

/** Returns the names that statements declare at their own level. */
export function scopeOf(statements: readonly Statement[] | readonly AnyNode[]): Scope {
  const scope = new Map<string, Expression | null>();
  for (const statement of statements) {
    const exported = statement.type === "ExportNamedDeclaration" && statement.declaration;
    const declaration = exported || statement;
    if (declaration.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier") scope.set(id.name, init ?? null);
        else for (const name of namesIn(id)) scope.set(name, null);
      }
    } else if ("id" in declaration && declaration.id?.type === "Identifier") {
      scope.set(declaration.id.name, null);
    }
  }
  return scope;
}
