import { DocgateError, hasCode } from "./error.ts";

/** Where a value first differs from what is expected. */
export interface Fault {
  /** The keys that lead there; empty for the value itself. */
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

/** Returns where a fault is as text, for example `docs[0].title`. */
export function placeOf({ path }: Fault): string {
  const keys = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`));
  return keys.join("").replace(/^\./, "");
}

/**
 * Describes values from JSON.parse once; their type, their check, their JSON Schema, their GraphQL
 * type and how they are frozen come from it. A check takes a tenth of the time that a validation
 * library takes, which pages in browsers would have to load, too.
 */
export interface Shape<Value = unknown> {
  /** Only for the compiler: see {@link ValueOf}. */
  readonly value?: Value;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** For example `[ID!]!`. Null for what GraphQL does not serve. */
  readonly graphqlType: string | null;
  /** @returns null if the value has the shape */
  fault(value: unknown): Fault | null;
  /** Freezes a value of this shape with everything in it. Null if there is nothing to freeze. */
  readonly freeze: ((value: unknown) => void) | null;
  /** True if an object need not have a key of this shape. Default: false. */
  readonly isOptional?: boolean;
}

/** The type of the values that have a shape. */
export type ValueOf<Each> = Each extends Shape<infer Value> ? Value : never;

/** A shape of a key that an object need not have. */
export interface OptionalShape<Value> extends Shape<Value> {
  readonly isOptional: true;
}

type OptionalKey<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends OptionalShape<unknown> ? Key : never;
}[keyof Fields];

type ObjectOf<Fields> = {
  [Key in Exclude<keyof Fields, OptionalKey<Fields>>]: ValueOf<Fields[Key]>;
} & { [Key in OptionalKey<Fields>]?: ValueOf<Fields[Key]> };

/** The shape of an object. */
export interface ObjectShape<Fields extends Readonly<Record<string, Shape>>>
  extends Shape<ObjectOf<Fields>> {
  /** The shape of each key, in the order in which they are written. */
  readonly fields: Fields;
  freeze(value: unknown): void;
}

/** The shape of a list. */
export interface ListShape<Item> extends Shape<Item[]> {
  readonly item: Shape<Item>;
  freeze(value: unknown): void;
}

interface Simple {
  readonly is: (value: unknown) => boolean;
  /** For example `a string`. */
  readonly expected: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly graphqlType?: string | null;
}

/** Makes a shape of a value that is neither an object nor a list. */
export function simple<Value>({
  is,
  expected,
  jsonSchema,
  graphqlType = null,
}: Simple): Shape<Value> {
  const fault = { path: [], expected };
  return { jsonSchema, graphqlType, fault: (value) => (is(value) ? null : fault), freeze: null };
}

export const text = simple<string>({
  is: (value) => typeof value === "string",
  expected: "a string",
  jsonSchema: { type: "string" },
  graphqlType: "String!",
});

export const bool = simple<boolean>({
  is: (value) => typeof value === "boolean",
  expected: "true or false",
  jsonSchema: { type: "boolean" },
  graphqlType: "Boolean!",
});

/** A text that is not empty. */
export const name = simple<string>({
  is: (value) => typeof value === "string" && value !== "",
  expected: "a string, not empty",
  jsonSchema: { type: "string", minLength: 1 },
  graphqlType: "String!",
});

export const count = simple<number>({
  is: isCount,
  expected: "a whole number, 0 or more",
  jsonSchema: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  graphqlType: "Int!",
});

/** Tells whether a value is a whole number, 0 or more. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A value that is always the same. */
export function constant<Value extends string | number>(value: Value): Shape<Value> {
  return simple({
    is: (other) => other === value,
    expected: JSON.stringify(value),
    jsonSchema: { type: typeof value, const: value },
  });
}

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return {
    jsonSchema: { anyOf: [shape.jsonSchema, { type: "null" }] },
    graphqlType: shape.graphqlType?.replace(/!$/, "") ?? null,
    fault(value) {
      const fault = value === null ? null : shape.fault(value);
      return fault?.path.length === 0
        ? { path: [], expected: `${fault.expected}, or null` }
        : fault;
    },
    freeze: shape.freeze && ((value) => value !== null && shape.freeze!(value)),
  };
}

/** Makes a shape of the values of two; what is to be frozen must be frozen in the same way. */
export function either<Left, Right>(left: Shape<Left>, right: Shape<Right>): Shape<Left | Right> {
  return {
    jsonSchema: { anyOf: [left.jsonSchema, right.jsonSchema] },
    graphqlType: null,
    fault(value) {
      const fault = left.fault(value);
      const other = fault && right.fault(value);
      return fault && other && { path: [], expected: `${fault.expected}, or ${other.expected}` };
    },
    freeze: left.freeze,
  };
}

/** Makes a shape of lists with one value for each item, none of which is an object or a list. */
export function tuple<Items extends readonly Shape[]>(
  ...items: Items
): Shape<{ -readonly [Place in keyof Items]: ValueOf<Items[Place]> }> {
  const { length } = items;
  const otherLength = { path: [], expected: `a list of ${length}` };
  return {
    jsonSchema: {
      type: "array",
      prefixItems: items.map(({ jsonSchema }) => jsonSchema),
      items: false,
      minItems: length,
      maxItems: length,
    },
    graphqlType: null,
    fault(value) {
      if (!Array.isArray(value) || value.length !== length) return otherLength;
      for (let place = 0; place < length; place++) {
        const fault = items[place]!.fault(value[place]);
        if (fault !== null) return { ...fault, path: [place, ...fault.path] };
      }
      return null;
    },
    freeze: Object.freeze,
  };
}

/** Makes a key that an object need not have. */
export function optional<Value>(shape: Shape<Value>): OptionalShape<Value | undefined> {
  return {
    ...shape,
    isOptional: true,
    fault: (value) => (value === undefined ? null : shape.fault(value)),
    freeze: shape.freeze && ((value) => value !== undefined && shape.freeze!(value)),
  };
}

/** Adds what a value is for, as the JSON Schema and the schema of GraphQL say it. */
export function described<Each extends Shape>(shape: Each, description: string): Each {
  return { ...shape, jsonSchema: { ...shape.jsonSchema, description } };
}

/** Leaves a value out of GraphQL. */
export function unserved<Each extends Shape>(shape: Each): Each {
  return { ...shape, graphqlType: null };
}

const NOT_AN_OBJECT: Fault = { path: [], expected: "an object" };

interface ObjectOptions {
  /** True if other keys are allowed. Default: false. */
  readonly isOpen?: boolean;
  /** The name of its type in GraphQL. Default: it is not served. */
  readonly type?: string;
}

export function object<const Fields extends Readonly<Record<string, Shape>>>(
  fields: Fields,
  { isOpen = false, type }: ObjectOptions = {},
): ObjectShape<Fields> {
  const shapes = Object.entries(fields);
  const inner = shapes.filter(([, { freeze }]) => freeze !== null);
  return {
    fields,
    jsonSchema: {
      type: "object",
      properties: Object.fromEntries(shapes.map(([key, { jsonSchema }]) => [key, jsonSchema])),
      required: shapes.filter(([, { isOptional }]) => !isOptional).map(([key]) => key),
      additionalProperties: isOpen,
    },
    graphqlType: type === undefined ? null : `${type}!`,
    fault(value) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return NOT_AN_OBJECT;
      }
      for (const [key, shape] of shapes) {
        const fault = shape.fault((value as Record<string, unknown>)[key]);
        if (fault !== null) return { ...fault, path: [key, ...fault.path] };
      }
      for (const key in value) {
        if (!isOpen && !Object.hasOwn(fields, key)) return { path: [key], expected: "no such key" };
      }
      return null;
    },
    freeze(value) {
      for (const [key, shape] of inner) {
        const own = Object.getOwnPropertyDescriptor(value, key);
        // A getter freezes its value itself.
        if (own !== undefined && own.get === undefined) shape.freeze!(own.value);
      }
      Object.freeze(value);
    },
  };
}

/** Makes a shape of objects that have any keys of a pattern, with values of one shape. */
export function record<Value>(key: RegExp, shape: Shape<Value>): Shape<Record<string, Value>> {
  return {
    jsonSchema: {
      type: "object",
      patternProperties: { [key.source]: shape.jsonSchema },
      additionalProperties: false,
    },
    graphqlType: null,
    fault(value) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return NOT_AN_OBJECT;
      for (const [name, one] of Object.entries(value)) {
        if (!key.test(name)) return { path: [name], expected: "no such key" };
        const fault = shape.fault(one);
        if (fault !== null) return { ...fault, path: [name, ...fault.path] };
      }
      return null;
    },
    freeze(value) {
      if (shape.freeze) for (const one of Object.values(value as object)) shape.freeze(one);
      Object.freeze(value);
    },
  };
}

export function list<Item>(item: Shape<Item>): ListShape<Item> {
  return {
    item,
    jsonSchema: { type: "array", items: item.jsonSchema },
    graphqlType: item.graphqlType && `[${item.graphqlType}]!`,
    fault(value) {
      if (!Array.isArray(value)) return { path: [], expected: "a list" };
      for (const [place, one] of value.entries()) {
        const fault = item.fault(one);
        if (fault !== null) return { ...fault, path: [place, ...fault.path] };
      }
      return null;
    },
    freeze(value) {
      if (item.freeze) for (const one of value as Item[]) item.freeze(one);
      Object.freeze(value);
    },
  };
}

/** Parses JSON that docgate wrote. @throws {DocgateError} `corpus-layout` if it is not JSON */
export function parsePart(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // JSON.parse throws no other error.
    throw new DocgateError("corpus-layout", "A part of it is not JSON.");
  }
}

/** Parses JSON of others, to be compared with a shape. @returns undefined, which has none, if it is not JSON */
export function parseForeign(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // JSON.parse throws no other error.
    return undefined;
  }
}

/** @returns the result of reading; null for a file that is not in docgate's layout */
export function nullIfOtherLayout<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, "corpus-layout")) return null;
    throw error;
  }
}
