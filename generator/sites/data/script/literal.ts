import type { Unreadable } from "../unreadable.ts";

/**
 * A value of a script, as far as it is written out: data, calls with what they are called with, and
 * places of what only running the script would give.
 */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | LiteralMap
  | Call
  | Unreadable;

/** An object literal. */
export interface LiteralMap {
  readonly [key: string]: Literal;
  /** Where other keys come from that cannot be read: the default of a key that is absent is a guess. */
  readonly [OTHER_KEYS]?: Unreadable;
}

/** The key of a {@link LiteralMap} for the first part that can have any keys, such as `...others`. */
export const OTHER_KEYS: unique symbol = Symbol("other keys");

/** A call such as `starlight({ title: "Docs" })`, which is not made. */
export class Call {
  /** The function's name: `starlight`, `path.resolve`, or the package of `require("nextra")(…)`. */
  readonly call: string;
  readonly arguments: readonly Literal[];
  /** The line on which the call starts, 1-based. */
  readonly line: number;

  constructor(call: string, values: readonly Literal[], line: number) {
    this.call = call;
    this.arguments = values;
    this.line = line;
  }
}

/** Tells whether a value is an object literal. */
export function isMap(value: Literal): value is LiteralMap {
  if (typeof value !== "object" || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}
