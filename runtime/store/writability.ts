import { DocgateError } from "../../corpus/error.ts";

/** The store answers, but nothing can be saved in it, for example because the disk is full. */
export class UnwritableError extends DocgateError {
  /** For administrators: "the disk is full". */
  readonly reason: string;

  constructor(message: string, { reason, cause }: { readonly reason: string } & ErrorOptions) {
    super("store-unavailable", message, { cause });
    this.reason = reason;
  }
}

export interface WritabilityOptions {
  /** Name of the store in messages, without a password. */
  readonly place: string;
  /** Called once when nothing can be saved, and once when it can be again. */
  readonly log?: ((line: string) => void) | undefined;
  /**
   * Returns true if there is room for more than the smallest change, which alone may still fit on a
   * full disk. Default: always true.
   */
  readonly hasRoom?: () => boolean;
}

/** Notes whether changes can be saved. */
export class Writability {
  readonly #options: WritabilityOptions;
  #reason: string | null = null;

  constructor(options: WritabilityOptions) {
    this.#options = options;
  }

  /** Why nothing can be saved; null if it can, as far as is known. */
  get reason(): string | null {
    return this.#reason;
  }

  /** A change was not saved. @returns the error to throw */
  failed({ reason, detail, remedy, cause }: Failure): UnwritableError {
    const { place, log } = this.#options;
    const message = `The store "${place}" cannot be written: ${detail}. ${remedy}`;
    if (this.#reason === null) log?.(message);
    this.#reason = reason;
    return new UnwritableError(message, { reason, cause });
  }

  /** A change was saved. */
  saved(): void {
    const { place, log, hasRoom = () => true } = this.#options;
    if (this.#reason === null || !hasRoom()) return;
    log?.(`The store "${place}" can be written again.`);
    this.#reason = null;
  }
}

interface Failure {
  readonly reason: string;
  /** The message of the engine. */
  readonly detail: string;
  /** A sentence that says what to do. */
  readonly remedy: string;
  readonly cause: unknown;
}
