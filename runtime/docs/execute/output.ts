export type Bytes = Uint8Array<ArrayBuffer>;

/** A part of the work on an answer, which writes little. */
type Step = () => void;

/**
 * JSON that is being written: what was written and not taken yet, and the steps that are left.
 *
 * A value of any size is written in steps, so that others are answered in between. A step that comes
 * to something long leaves further steps; they are done before those that were left already.
 */
export class Output {
  /** What was written after the last bytes; writers append to it. */
  text = "";
  #chunks: Bytes[] = [];
  #chunkBytes = 0;
  readonly #left: Step[] = [];

  /** Appends JSON that is UTF-8 already, without copying it. */
  append(bytes: Bytes): void {
    this.#endText();
    this.#chunks.push(bytes);
    this.#chunkBytes += bytes.length;
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

  /** About how many bytes can be taken: exact but for texts that are not ASCII. */
  get length(): number {
    return this.#chunkBytes + this.text.length;
  }

  /** Whether there is nothing but text. */
  get isText(): boolean {
    return this.#chunks.length === 0;
  }

  /** Takes what was written. */
  take(): readonly Bytes[] {
    this.#endText();
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#chunkBytes = 0;
    return chunks;
  }

  #endText(): void {
    if (this.text === "") return;
    const bytes = Buffer.from(this.text);
    this.text = "";
    this.#chunks.push(bytes);
    this.#chunkBytes += bytes.length;
  }
}
