import type { Dialect, IsolationLevel, Kysely, Transaction } from "kysely";
import { UnwritableError } from "./errors.ts";

/** The operations that differ between the databases; they share everything else. */
export interface Engine {
  /** Name of the store in messages, without a password. */
  readonly place: string;
  /** For statements outside of transactions. */
  readonly reader: Dialect;
  /** For transactions. */
  readonly writer: Dialect;
  /** The clock as an expression in SQL: milliseconds since 1970. */
  readonly clock: string;
  readonly writability: Writability;
  /** The isolation level that makes transactions serializable; undefined if they already are. */
  readonly isolation?: IsolationLevel;
  /**
   * Runs a transaction, and retries it after a conflict with another one.
   *
   * @throws {DocgateError} `store-unavailable` if conflicts persist
   */
  attempt<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Blocks other changes of the schema until the transaction ends. */
  lockSchema(tx: Transaction<unknown>): Promise<void>;
  /** Blocks other transactions that call it until this one ends; must be called first. */
  lock(tx: Transaction<unknown>): Promise<void>;
  /** @throws {DocgateError} `store` if the store is damaged or unusable */
  verify(reader: Kysely<unknown>): Promise<void>;
  /** Closes the connections. Called once nothing is running. */
  close(): Promise<void>;
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
