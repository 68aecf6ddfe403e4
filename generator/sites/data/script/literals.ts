import type {
  AnyNode,
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Program,
} from "acorn";
import type { SiteText } from "../read-text.ts";
import { Evaluation, isDefinition } from "./evaluation.ts";
import { Call, type Literal } from "./literal.ts";
import { mutationsIn } from "./mutations.ts";
import {
  calleeName,
  memberKey,
  namesIn,
  type Scope,
  scopeOf,
  walk,
  withoutTypes,
} from "./nodes.ts";
import { parseScript } from "./parse.ts";

/** The values of a configuration in JavaScript or TypeScript, as far as they are written out. */
export interface ScriptLiterals {
  /**
   * The default export, or `module.exports`; of a function that is exported, the value that it
   * returns. Undefined if there is no such export.
   */
  readonly exported: Literal;
  /**
   * The functions that the export is passed through, such as `withNextra`: they can change it. Those
   * named `define…Config` are not among them.
   */
  readonly wrappers: readonly string[];
  /** Returns the value of a name that is declared at the top of the file; undefined if there is none. */
  constant(name: string): Literal;
  /** Returns the calls of a function, in the order of the file; not those within other functions. */
  calls(name: string): readonly Call[];
  /**
   * Returns what the function under a key returns, such as `async redirects() { return []; }`; undefined
   * if there is no such function, or it does not return one expression.
   */
  result(key: string): Literal;
}

/**
 * Reads a script as data, without running it: its literals, names of literals, spreads of them, texts
 * put together. Everything else is an `Unreadable` with its line.
 *
 * @throws {DocgateError} `setting` with line and column, if it is not JavaScript or TypeScript
 *
 * @example
 * const text = 'export default defineConfig({ base: "/docs/", title: env.TITLE });';
 * const { exported } = parseLiterals({ name: "config.ts", text });
 * // { base: "/docs/", title: Unreadable { line: 1, source: "env.TITLE" } }
 */
export function parseLiterals(source: SiteText): ScriptLiterals {
  return literalsOf(source, { program: parseScript(source), imports: new Map() });
}

interface ParsedScript {
  readonly program: Program;
  /** The values of names that are imported, as far as they are known. */
  readonly imports: ReadonlyMap<string, Literal>;
}

/** Reads a script that is already parsed, as {@link parseLiterals} does. */
export function literalsOf(source: SiteText, { program, imports }: ParsedScript): ScriptLiterals {
  const evaluation = new Evaluation(source, { mutations: mutationsIn(program), imports });
  const top = scopeOf(program.body);
  const exported = exportOf(program);
  const found = exported && withoutWrappers(exported, top);
  return {
    exported: found ? evaluation.of(found.node as Expression, found.scope) : undefined,
    wrappers: found?.wrappers ?? [],
    constant(name) {
      const place = top.get(name);
      return place == null ? undefined : evaluation.ofName(name, { scope: top, place });
    },
    calls(name) {
      return callsIn(program, name).flatMap((call) => {
        const value = evaluation.of(call, top);
        return value instanceof Call ? [value] : [];
      });
    },
    result(key) {
      const found = functionUnder(program, key);
      const inner = found && resultOf(found, top);
      return inner ? evaluation.of(inner.node as Expression, inner.scope) : undefined;
    },
  };
}

/** Returns what a script exports by default, in any of the ways to write it. */
function exportOf({ body }: Program): AnyNode | null {
  let exported: AnyNode | null = null;
  for (const statement of body as AnyNode[]) exported = exportBy(statement) ?? exported;
  return exported;
}

function exportBy(statement: AnyNode): AnyNode | null {
  if (statement.type === "ExportDefaultDeclaration") return statement.declaration;
  if (statement.type === "ExportNamedDeclaration") {
    const named = statement.specifiers.find(
      ({ exported }) => "name" in exported && exported.name === "default",
    );
    return statement.source == null ? (named?.local ?? null) : null;
  }
  // TypeScript's `export = config`.
  if ((statement.type as string) === "TSExportAssignment") {
    return (statement as unknown as { readonly expression: Expression }).expression;
  }
  if (statement.type !== "ExpressionStatement") return null;
  const { expression } = statement;
  if (expression.type !== "AssignmentExpression" || expression.left.type !== "MemberExpression") {
    return null;
  }
  const target = calleeName(expression.left);
  return target === "module.exports" || target === "exports.default" ? expression.right : null;
}

/** An expression, and the names that it can use. */
interface ScopedNode {
  readonly node: AnyNode;
  readonly scope: Scope;
}

interface Export extends ScopedNode {
  readonly wrappers: readonly string[];
}

/** Follows names, calls that an object is passed through, and functions to what they return. */
function withoutWrappers(node: AnyNode, scope: Scope): Export {
  const wrappers: string[] = [];
  let current: ScopedNode = { node: withoutTypes(node), scope };
  // A name can lead to itself.
  for (const seen = new Set<AnyNode>(); !seen.has(current.node); ) {
    seen.add(current.node);
    const next = innerOf(current);
    if (next === null) break;
    const { node } = current;
    const name = node.type === "CallExpression" ? calleeName(node.callee) : null;
    if (name !== null && !isDefinition(name)) wrappers.push(name);
    current = { ...next, node: withoutTypes(next.node) };
  }
  return { ...current, wrappers };
}

/** Returns what a call is given, a function returns or a name stands for; null if it is data. */
function innerOf({ node, scope }: ScopedNode): ScopedNode | null {
  switch (node.type) {
    case "Identifier": {
      const value = scope.get(node.name);
      if (value == null) return null;
      const inner = withoutTypes(value);
      // An object stays a name, so that its later changes count.
      return isFunction(inner) || isPassing(inner) ? { node: inner, scope } : null;
    }
    case "CallExpression": {
      return isPassing(node) ? { node: node.arguments[0]!, scope } : null;
    }
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "FunctionDeclaration":
      return resultOf(node, scope);
    default:
      return null;
  }
}

type FunctionNode = Pick<
  ArrowFunctionExpression | FunctionExpression | FunctionDeclaration,
  "params" | "body"
>;

function isFunction({ type }: AnyNode): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

/** Tells whether a node is a call whose first argument can be a configuration. */
function isPassing(node: AnyNode): boolean {
  if (node.type !== "CallExpression") return false;
  const name = calleeName(node.callee);
  const [first] = node.arguments;
  if (name === null || name === "require" || first === undefined) return false;
  const { type } = withoutTypes(first as AnyNode);
  return PASSED.has(type);
}

const PASSED: ReadonlySet<string> = new Set([
  ...["ObjectExpression", "Identifier", "CallExpression"],
  ...["ArrowFunctionExpression", "FunctionExpression"],
]);

/** Returns the one expression that a function returns; null if there are several. */
function resultOf({ params, body }: FunctionNode, outer: Scope): ScopedNode | null {
  const scope = new Map(outer);
  for (const name of params.flatMap(namesIn)) scope.set(name, null);
  if (body.type !== "BlockStatement") return { node: body, scope };
  for (const [name, value] of scopeOf(body.body)) scope.set(name, value);
  const results: AnyNode[] = [];
  walk(body, (node) => {
    if (node.type === "ReturnStatement" && node.argument) results.push(node.argument as AnyNode);
    return !("params" in node);
  });
  return results.length === 1 ? { node: results[0]!, scope } : null;
}

/** Returns the last function that is the value of a key. */
function functionUnder(program: Program, key: string): FunctionNode | null {
  let found: FunctionNode | null = null;
  walk(program, (node) => {
    if (node.type !== "Property" || node.computed) return true;
    const name = memberKey({ computed: false, property: node.key });
    const value = withoutTypes(node.value as AnyNode) as AnyNode;
    if (name !== key || !isFunction(value)) return true;
    found = value as FunctionNode;
    return false;
  });
  return found;
}

/** Finds the calls of a function that are made when the script is run. */
function callsIn(program: Program, name: string): CallExpression[] {
  const calls: CallExpression[] = [];
  walk(program, (node) => {
    if (node.type === "CallExpression" && calleeName(node.callee) === name) calls.push(node);
    return !("params" in node);
  });
  return calls.sort((left, right) => left.start - right.start);
}
