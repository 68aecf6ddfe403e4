import type { AnyNode, Expression, Node, Pattern, Program, Super } from "acorn";
import { calleeName, memberKey, walk, withoutTypes } from "./nodes.ts";

/** Where a script changes what a name stands for. */
interface Changes {
  /** The first place that changes the value as a whole, or keys that are not known. */
  whole?: Node;
  /** The first place that changes each key, or what is below it. */
  readonly keys: Map<string, Node>;
}

/** Where a script changes what its names stand for after their declaration. */
export type Mutations = ReadonlyMap<string, Readonly<Changes>>;

/** Methods that change their own list. */
const CHANGING: ReadonlySet<string> = new Set([
  ...["push", "unshift", "splice", "pop", "shift", "sort", "reverse", "fill", "copyWithin"],
]);

/** Functions that change their first argument. */
const CHANGING_FIRST: ReadonlySet<string> = new Set([
  "Object.assign",
  "Object.defineProperty",
  "Object.defineProperties",
]);

/**
 * Finds assignments, and calls that change lists and objects, anywhere in a script. Names count
 * whatever their scope: a value is rather called unreadable than read as it was before a change.
 */
export function mutationsIn(program: Program): Mutations {
  const mutations = new Map<string, Changes>();

  function change(target: Target, place: Node): void {
    const path = pathOf(target);
    if (path === null) return;
    const changes = mutations.get(path.name) ?? { keys: new Map<string, Node>() };
    mutations.set(path.name, changes);
    if (path.key === null) changes.whole ??= place;
    else if (!changes.keys.has(path.key)) changes.keys.set(path.key, place);
  }

  walk(program, (node) => {
    for (const target of targetsOf(node)) change(target, node);
    return true;
  });
  return mutations;
}

type Target = Expression | Pattern | Super;

/** Returns what a node changes. */
function targetsOf(node: AnyNode): Target[] {
  switch (node.type) {
    case "AssignmentExpression":
      return leavesOf(node.left);
    case "UpdateExpression":
      return [node.argument];
    case "UnaryExpression":
      return node.operator === "delete" ? [node.argument] : [];
    case "ForInStatement":
    case "ForOfStatement":
      return node.left.type === "VariableDeclaration" ? [] : leavesOf(node.left);
    case "CallExpression":
      return changedBy(node.callee, node.arguments[0]);
    default:
      return [];
  }
}

/** Returns the names and members that a pattern assigns. */
function leavesOf(pattern: Pattern): Target[] {
  if (pattern.type === "Identifier" || pattern.type === "MemberExpression") return [pattern];
  const leaves: Target[] = [];
  walk(pattern, (node) => {
    if (node.type !== "Identifier" && node.type !== "MemberExpression") return true;
    leaves.push(node);
    return false;
  });
  return leaves;
}

function changedBy(callee: Expression | Super, first: Node | undefined): Target[] {
  const name = calleeName(callee);
  if (name !== null && CHANGING_FIRST.has(name)) return first ? [first as Expression] : [];
  const isMethod = callee.type === "MemberExpression" && CHANGING.has(memberKey(callee) ?? "");
  return isMethod ? [callee.object] : [];
}

/** Returns the name that a target begins with, and the first key after it; null if there is no name. */
function pathOf(target: Target): { readonly name: string; readonly key: string | null } | null {
  let node: Node & Partial<Pick<AnyNode, never>> = withoutTypes(target);
  let key: string | null = null;
  for (;;) {
    const inner = node as AnyNode;
    if (inner.type === "Identifier") return { name: inner.name, key };
    if (inner.type !== "MemberExpression") return null;
    key = memberKey(inner);
    node = withoutTypes(inner.object);
  }
}
