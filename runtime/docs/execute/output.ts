import type { Docs } from "./queries.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A part of the work on an answer, which writes little. */
type Step = () => void;

/** Texts, and bytes between them. */
export interface Written {
  readonly parts: readonly (string | Bytes)[];
  /** In UTF-8, in bytes. */
  readonly size: number;
}

/**
 * JSON that is being written: what was written and not taken yet, and the steps that are left.
 *
 * A value of any size is written in steps, so that others are answered in between. A step that comes
 * to something long leaves further steps; they are done before those that were left already.
 */
export class Output {
  /** What was written after the last bytes; writers append to it. */
  text = "";
  /** The docs that answer: a doc itself does not know its backlinks. */
  docs: Pick<Docs, "backlinks"> | undefined;
  #parts: (string | Bytes)[] = [];
  #size = 0;
  readonly #left: Step[] = [];

  /** Appends JSON that is UTF-8 already. */
  append(bytes: Bytes): void {
    this.#endText();
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  /**
   * Does a step until it returns false, each time after what it left.
   *
   * @param step It leaves nothing when it returns false.
   */
  repeat(step: () => boolean): void {
    const again = () => {
      this.#left.push(again);
      if (!step()) this.#left.pop();
    };
    again();
  }

  /** Does the next step. @returns whether there was one */
  advance(): boolean {
    const step = this.#left.pop();
    step?.();
    return step !== undefined;
  }

  /** How many bytes were written, texts after the last bytes counted by their characters. */
  get length(): number {
    return this.#size + this.text.length;
  }

  /** Whether there is nothing but text. */
  get isText(): boolean {
    return this.#parts.length === 0;
  }

  /** Takes what was written. */
  take(): Written {
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

/** Copies parts into one piece. */
export function join({ parts, size }: Written): Bytes {
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
