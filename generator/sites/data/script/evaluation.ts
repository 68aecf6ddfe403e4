import type {
  ArrayExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  Literal as LiteralNode,
  LogicalExpression,
  MemberExpression,
  Node,
  ObjectExpression,
  Property,
  SpreadElement,
  TemplateLiteral,
  UnaryExpression,
} from "acorn";
import { setKey } from "../plain-data.ts";
import { MAX_DATA_BYTES, type SiteText } from "../read-text.ts";
import { Unreadable } from "../unreadable.ts";
import { Call, isMap, type Literal, type LiteralMap, OTHER_KEYS } from "./literal.ts";
import type { Mutations } from "./mutations.ts";
import { calleeName, memberKey, type Scope, withoutTypes } from "./nodes.ts";

/** How deep expressions and names may lead into each other. */
const MAX_DEPTH = 100;

/** The most characters of expressions that are evaluated, those of a name each time it is used. */
const MAX_WORK = 4 * MAX_DATA_BYTES;

/** The work of using a value of another file, for each value in it. */
const IMPORT_WORK = 16;

/** Everything around an expression that decides its value. */
export interface Surroundings {
  readonly mutations: Mutations;
  /** The values of names that are imported, as far as they are known. */
  readonly imports: ReadonlyMap<string, Literal>;
}

/** Reads expressions of a script as data. Nothing is run. */
export class Evaluation {
  readonly #source: SiteText;
  readonly #mutations: Mutations;
  readonly #imports: ReadonlyMap<string, Literal>;
  /** The names whose values are being read. */
  readonly #open = new Set<Expression>();
  #depth = 0;
  #work = 0;

  constructor(source: SiteText, { mutations, imports }: Surroundings) {
    this.#source = source;
    this.#mutations = mutations;
    this.#imports = imports;
  }

  /** Returns the value of an expression, with the names of a scope. */
  of(expression: Expression, scope: Scope): Literal {
    this.#work += 1;
    if (this.#depth > MAX_DEPTH || this.#work > MAX_WORK) return this.#unreadable(expression);
    this.#depth++;
    const value = this.#valueOf(withoutTypes(expression), scope);
    this.#depth--;
    return value;
  }

  /**
   * Returns the value of a name in a scope.
   *
   * @param place where the name is used, for a value that cannot be read
   */
  ofName(name: string, { scope, place }: { readonly scope: Scope; readonly place: Node }): Literal {
    const imported = scope.has(name) ? undefined : this.#imports.get(name);
    if (imported !== undefined && !this.#mutations.has(name)) {
      this.#countValues(imported);
      return this.#work > MAX_WORK ? this.#unreadable(place) : imported;
    }
    const expression = scope.get(name) ?? null;
    if (expression === null || this.#open.has(expression)) return this.#unreadable(place);
    const changes = this.#mutations.get(name);
    if (changes?.whole !== undefined) return this.#unreadable(changes.whole);
    this.#open.add(expression);
    const value = this.of(expression, scope);
    this.#open.delete(expression);
    if (changes === undefined || isUncertain(value)) return value;
    if (!isMap(value)) return this.#unreadable([...changes.keys.values()][0]!);
    for (const [key, change] of changes.keys) setKey(value, key, this.#unreadable(change));
    return value;
  }

  /** Counts the values in one from another file, until there is too much work. */
  #countValues(value: Literal): void {
    this.#work += IMPORT_WORK;
    if (this.#work > MAX_WORK || typeof value !== "object" || value === null) return;
    for (const item of Object.values(value)) this.#countValues(item as Literal);
  }

  #unreadable({ start, end, loc }: Node): Unreadable {
    const { name, text } = this.#source;
    const source = text.slice(start, Math.min(end, start + 200));
    return new Unreadable({ file: name, line: loc!.start.line, source });
  }

  #valueOf(node: Expression, scope: Scope): Literal {
    switch (node.type) {
      case "Literal":
        return this.#literal(node);
      case "TemplateLiteral":
        return this.#template(node, scope);
      case "ObjectExpression":
        return this.#object(node, scope);
      case "ArrayExpression":
        return this.#list(node, scope);
      case "Identifier":
        return node.name === "undefined"
          ? undefined
          : this.ofName(node.name, { scope, place: node });
      case "MemberExpression":
        return this.#member(node, scope);
      case "UnaryExpression":
        return this.#unary(node, scope);
      case "BinaryExpression":
        return this.#binary(node, scope);
      case "LogicalExpression":
        return this.#logical(node, scope);
      case "ConditionalExpression": {
        const test = this.of(node.test, scope);
        if (isUncertain(test)) return this.#unreadable(node);
        return this.of(test ? node.consequent : node.alternate, scope);
      }
      case "CallExpression":
        return this.#call(node, scope);
      default:
        return this.#unreadable(node);
    }
  }

  #literal(node: LiteralNode): Literal {
    this.#work += node.end - node.start;
    const { value } = node;
    if (value === null) return node.raw === "null" ? null : this.#unreadable(node);
    return typeof value === "object" || typeof value === "bigint" ? this.#unreadable(node) : value!;
  }

  #template(node: TemplateLiteral, scope: Scope): Literal {
    this.#work += node.end - node.start;
    let text = node.quasis[0]!.value.cooked ?? "";
    for (const [at, expression] of node.expressions.entries()) {
      const value = this.of(expression, scope);
      if (typeof value === "object") return this.#unreadable(node);
      text += String(value) + (node.quasis[at + 1]!.value.cooked ?? "");
    }
    return text;
  }

  #object({ properties }: ObjectExpression, scope: Scope): Literal {
    const map: LiteralMap = {};
    for (const property of properties) {
      if (property.type === "SpreadElement") this.#spreadInto(map, property, scope);
      else this.#property(map, property, scope);
    }
    return map;
  }

  #property(map: LiteralMap, property: Property, scope: Scope): void {
    const { key, value, computed } = property;
    const name = computed ? this.of(key, scope) : memberKey({ computed: false, property: key });
    if (typeof name !== "string" && typeof name !== "number") {
      this.#coverKeys(map, this.#unreadable(property));
      return;
    }
    const isData = property.kind === "init" && !property.method;
    const item = isData ? this.of(value, scope) : this.#unreadable(property);
    if (item === undefined) Reflect.deleteProperty(map, name);
    else setKey(map, String(name), item);
  }

  #spreadInto(map: LiteralMap, spread: SpreadElement, scope: Scope): void {
    const value = this.of(spread.argument, scope);
    // A spread of anything else adds nothing: `...(isLocal && { draft: true })`.
    const added = isMap(value) ? value : {};
    const others = isUncertain(value) ? this.#unreadable(spread) : added[OTHER_KEYS];
    if (others !== undefined) this.#coverKeys(map, others);
    for (const [key, item] of Object.entries(added)) setKey(map, key, item);
  }

  /** Marks the keys so far, and those that a map does not have, as unknown. */
  #coverKeys(map: LiteralMap, cause: Unreadable): void {
    for (const key of Object.keys(map)) setKey(map, key, cause);
    Object.assign(map, { [OTHER_KEYS]: map[OTHER_KEYS] ?? cause });
  }

  #list({ elements }: ArrayExpression, scope: Scope): Literal {
    return elements.flatMap((element): Literal[] => {
      if (element === null) return [null];
      if (element.type !== "SpreadElement") return [this.of(element, scope) ?? null];
      const items = this.of(element.argument, scope);
      return Array.isArray(items) ? items : [this.#unreadable(element)];
    });
  }

  #member(node: MemberExpression, scope: Scope): Literal {
    if (node.object.type === "Super") return this.#unreadable(node);
    const object = this.of(node.object, scope);
    const key = node.computed ? this.of(node.property as Expression, scope) : memberKey(node);
    const isKey = typeof key === "string" || typeof key === "number";
    if (!isKey || !(isMap(object) || Array.isArray(object))) return this.#unreadable(node);
    const isItem = Array.isArray(object) ? typeof key === "number" : Object.hasOwn(object, key);
    return isItem ? (object as LiteralMap)[key] : this.#unreadable(node);
  }

  #unary(node: UnaryExpression, scope: Scope): Literal {
    const value = this.of(node.argument, scope);
    if (isUncertain(value)) return this.#unreadable(node);
    if (node.operator === "!") return !value;
    if (node.operator === "void") return undefined;
    if (typeof value !== "number") return this.#unreadable(node);
    if (node.operator === "-") return -value;
    return node.operator === "+" ? value : this.#unreadable(node);
  }

  #binary(node: BinaryExpression, scope: Scope): Literal {
    if (node.operator !== "+" || node.left.type === "PrivateIdentifier") {
      return this.#unreadable(node);
    }
    const left = this.of(node.left, scope);
    const right = this.of(node.right, scope);
    if (typeof left === "number" && typeof right === "number") return left + right;
    const isText = typeof left === "string" || typeof right === "string";
    const isPlain = typeof left !== "object" && typeof right !== "object";
    return isText && isPlain ? `${left}${right}` : this.#unreadable(node);
  }

  #logical(node: LogicalExpression, scope: Scope): Literal {
    const left = this.of(node.left, scope);
    if (isUncertain(left)) return this.#unreadable(node);
    if (node.operator === "??") return left ?? this.of(node.right, scope);
    const isRight = node.operator === "&&" ? Boolean(left) : !left;
    return isRight ? this.of(node.right, scope) : left;
  }

  #call(node: CallExpression, scope: Scope): Literal {
    const name = calleeName(node.callee);
    if (name === null) return this.#unreadable(node);
    const values = node.arguments.map((argument) =>
      argument.type === "SpreadElement" ? this.#unreadable(argument) : this.of(argument, scope),
    );
    if (name === "Object.freeze" || isDefinition(name)) return values[0];
    return new Call(name, values, node.loc!.start.line);
  }
}

/** Tells whether a function only gives its argument a type, such as `defineConfig`. */
export function isDefinition(name: string): boolean {
  return /^define\w*Config$/.test(name);
}

/** Tells whether only running the script would give a value, or whether it is true. */
function isUncertain(value: Literal): value is Unreadable | Call {
  return value instanceof Unreadable || value instanceof Call;
}
