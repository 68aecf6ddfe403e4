import { DocgateError } from "../error.ts";
import type { Field, FieldValue } from "../schema.ts";
import { compareCodePoints, lowerBound } from "../text/order.ts";
import { type FieldOperator, type FieldScalar, isListType, kindOf } from "./field-types.ts";
import { isWritten, readScalar } from "./field-value.ts";

/** For each doc, in the order of the docs, 1 if it is selected, or otherwise 0. */
export type Selection = Uint8Array;

const ABSENT = -1;

/**
 * The values of one field in all docs. They are ranked when the corpus is opened, so that a comparison
 * with all docs compares numbers: ten conditions over 10 000 docs take less than a millisecond.
 */
export class Column {
  readonly field: Field;
  readonly #name: string;
  /** The values that occur, in order. */
  readonly #values: readonly FieldScalar[];
  readonly #rankOf: ReadonlyMap<FieldScalar, number>;
  /** Of each doc, the rank of its value; of lists, 0 if it has one. */
  readonly #ranks: Int32Array;
  /** Of lists, the docs that have each value. */
  readonly #docsWith = new Map<FieldScalar, number[]>();

  /**
   * @param values of each doc; undefined if it has none
   * @throws {DocgateError} `corpus-layout` if a value does not have the type of the field
   */
  constructor(name: string, field: Field, values: readonly (FieldValue | undefined)[]) {
    this.#name = name;
    this.field = field;
    const isList = isListType(field.type);
    for (const [at, value] of values.entries()) {
      if (value === undefined ? field.default !== undefined : !isWritten(value, field)) {
        const message = `Field "${name}" of doc ${at} does not have the type ${field.type}.`;
        throw new DocgateError("corpus-layout", message);
      }
      if (isList && value !== undefined) this.#addList(value as FieldScalar[], at);
    }
    this.#values = isList
      ? []
      : [...new Set(values as FieldScalar[])].filter(isThere).sort(compare);
    this.#rankOf = new Map(this.#values.map((value, rank) => [value, rank]));
    this.#ranks = Int32Array.from(values, (value) => {
      if (value === undefined) return ABSENT;
      return isList ? 0 : this.#rankOf.get(value as FieldScalar)!;
    });
  }

  #addList(values: readonly FieldScalar[], at: number): void {
    for (const value of new Set(values)) {
      const docs = this.#docsWith.get(value);
      if (docs) docs.push(at);
      else this.#docsWith.set(value, [at]);
    }
  }

  /**
   * Selects the docs whose value compares with another as an operator says. A doc without a value is
   * only selected by `exists: false`.
   *
   * @throws {DocgateError} `invalid-argument` if the other value does not have the type of the field
   */
  select(operator: FieldOperator, operand: unknown): Selection {
    if (operator === "exists") {
      const isWanted = this.#read(operator, operand, "boolean");
      return this.#where((rank) => (rank !== ABSENT) === isWanted);
    }
    if (operator === "in") return this.#selectAny(operand);
    const value = this.#read(operator, operand);
    if (operator === "has") {
      const selection = this.#where(() => false);
      for (const at of this.#docsWith.get(value) ?? []) selection[at] = 1;
      return selection;
    }
    if (operator === "eq") {
      const wanted = this.#rankOf.get(value);
      return this.#where((rank) => rank === wanted);
    }
    const isUpTo = operator === "lte" || operator === "gt";
    const bound = lowerBound({ from: 0, to: this.#values.length }, (at) => {
      const order = compare(this.#values[at]!, value);
      return isUpTo ? order <= 0 : order < 0;
    });
    return operator === "lt" || operator === "lte"
      ? this.#where((rank) => rank !== ABSENT && rank < bound)
      : this.#where((rank) => rank >= bound);
  }

  #selectAny(operand: unknown): Selection {
    if (!Array.isArray(operand)) {
      throw invalidArgument(`"in" of field "${this.#name}" must be a list of values.`);
    }
    const isWanted = new Uint8Array(this.#values.length);
    for (const each of operand) {
      const rank = this.#rankOf.get(this.#read("in", each));
      if (rank !== undefined) isWanted[rank] = 1;
    }
    return this.#where((rank) => isWanted[rank] === 1);
  }

  #where(isSelected: (rank: number) => boolean): Selection {
    const ranks = this.#ranks;
    const selection = new Uint8Array(ranks.length);
    for (let at = 0; at < ranks.length; at++) if (isSelected(ranks[at]!)) selection[at] = 1;
    return selection;
  }

  #read(operator: FieldOperator, operand: unknown, kind = kindOf(this.field.type)): FieldScalar {
    const read = readScalar(operand, { kind, values: this.field.values });
    if ("value" in read) return read.value;
    throw invalidArgument(`"${operator}" of field "${this.#name}" ${read.fault}.`);
  }

  /** Compares two docs by their values, in ascending or descending order; one without a value is last. */
  compare(left: number, right: number, { isDescending }: { isDescending: boolean }): number {
    const [one, other] = [this.#ranks[left]!, this.#ranks[right]!];
    if (one === ABSENT || other === ABSENT)
      return Number(one === ABSENT) - Number(other === ABSENT);
    return isDescending ? other - one : one - other;
  }
}

function isThere(value: FieldScalar | undefined): boolean {
  return value !== undefined;
}

/** Compares two values of one field: texts and dates by code point, false before true. */
function compare(left: FieldScalar, right: FieldScalar): number {
  return typeof left === "string"
    ? compareCodePoints(left, right as string)
    : Number(left) - Number(right);
}

export function invalidArgument(message: string): DocgateError {
  return new DocgateError("invalid-argument", message);
}
