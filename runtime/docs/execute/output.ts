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
  /** The docs that answer: a doc itself does not know its backlinks. */
  docs: Pick<Docs, "backlinks"> | undefined;
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
