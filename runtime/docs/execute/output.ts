import type { Docs } from "./queries.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A unit of work on an answer, which writes little. */
type Step = () => void;

/** Texts and bytes, in order. */
export interface OutputParts {
  readonly parts: readonly (string | Bytes)[];
  /** Size in UTF-8, in bytes. */
  readonly size: number;
}

/**
 * JSON being written: the output not yet taken, and the remaining steps.
 *
 * A value of any size is written in steps, so that other requests are answered in between. A step
 * that reaches something long adds further steps, which run before the ones already queued.
 */
export class Output {
  /** Text written after the last bytes; writers append to it. */
  text = "";
  /** The docs that answer: a doc itself does not know the docs around it. */
  docs: Pick<Docs, "backlinks" | "doc" | "elsewhere" | "fieldsOf" | "neighbors"> | undefined;
  #parts: (string | Bytes)[] = [];
  #size = 0;
  readonly #left: Step[] = [];

  /** Appends JSON that is already UTF-8. */
  append(bytes: Bytes): void {
    this.#endText();
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  /**
   * Repeats a step until it returns false, each time after the steps that it added.
   *
   * @param step Adds no steps when it returns false.
   */
  repeat(step: () => boolean): void {
    const again = () => {
      this.#left.push(again);
      if (!step()) this.#left.pop();
    };
    again();
  }

  /** Runs the next step. @returns true if there was one */
  advance(): boolean {
    const step = this.#left.pop();
    step?.();
    return step !== undefined;
  }

  /** Number of bytes written; the text after the last bytes is counted in characters. */
  get length(): number {
    return this.#size + this.text.length;
  }

  /** True if the output is text only. */
  get isText(): boolean {
    return this.#parts.length === 0;
  }

  /** Takes the output written so far. */
  take(): OutputParts {
    this.#endText();
    const written = { parts: this.#parts, size: this.#size };
    this.#parts = [];
    this.#size = 0;
    return written;
  }

  #endText(): void {
    if (this.text === "") return;
    this.#parts.push(this.text);
    this.#size += Buffer.byteLength(this.text);
    this.text = "";
  }
}

/** Copies parts into one buffer. */
export function join({ parts, size }: OutputParts): Bytes {
  const whole = Buffer.allocUnsafe(size);
  let end = 0;
  for (const part of parts) {
    if (typeof part === "string") end += whole.write(part, end);
    else {
      whole.set(part, end);
      end += part.length;
    }
  }
  return whole;
}

/** A larger answer is not held in memory: it is measured, and written again while it is sent. */
export const MAX_HELD_BYTES = 2 ** 21;

/** Approximate size of the parts in which output is taken, each a fraction of a turn. */
const PART_BYTES = 2 ** 15;

/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

/** Parts up to this size are sent as one; in larger ones, bodies are not copied. */
const MAX_COPIED_BYTES = 4 * PART_BYTES;

/** An answer that is too large to hold in memory. */
export interface LargeJson {
  /** Size in UTF-8, in bytes. */
  readonly size: number;
  /** Writes the answer from its start. */
  write(): Generator<Bytes, void>;
}

export type Json = string | Bytes | LargeJson;

export function isLarge(json: Json): json is LargeJson {
  return typeof json === "object" && !(json instanceof Uint8Array);
}

/** Starts writing an answer, the same each time. */
export type Begin = (output: Output) => void;

/**
 * Assembles an answer, one part per step.
 *
 * @param begin Called a second time if the answer is large.
 * @returns null if the answer is larger than `maxBytes`; writing stops at that size
 */
export function* gather(
  begin: Begin,
  { maxBytes }: { readonly maxBytes: number },
): Generator<undefined, Json | null> {
  const output = new Output();
  let held: (string | Bytes)[] = [];
  let size = 0;
  const takePart = () => {
    const part = output.take();
    size += part.size;
    held = size > MAX_HELD_BYTES ? [] : held.concat(part.parts);
  };
  begin(output);
  do {
    if (output.length < PART_BYTES) continue;
    takePart();
    if (size > maxBytes) return null;
    yield;
  } while (output.advance());
  const isShort = size === 0 && output.length * MAX_UTF8_BYTES <= maxBytes;
  if (isShort && output.isText) return output.text;
  takePart();
  if (size > maxBytes) return null;
  if (size > MAX_HELD_BYTES) return { size, write: () => write(begin) };
  return join({ parts: held, size });
}

function* write(begin: Begin): Generator<Bytes, void> {
  const output = new Output();
  begin(output);
  do {
    if (output.length >= PART_BYTES) yield* takeParts(output);
  } while (output.advance());
  yield* takeParts(output);
}

function* takeParts(output: Output): Generator<Bytes> {
  const written = output.take();
  if (written.size <= MAX_COPIED_BYTES) yield join(written);
  else for (const part of written.parts) yield typeof part === "string" ? Buffer.from(part) : part;
}
