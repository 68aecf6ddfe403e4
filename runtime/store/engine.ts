import type { Dialect, IsolationLevel, Kysely, Transaction } from "kysely";

/** What one kind of database does in its own way; everything else the two have in common. */
export interface Engine {
  /** Names the store in messages, without a password. */
  readonly place: string;
  /** For statements outside of transactions. */
  readonly reader: Dialect;
  /** For transactions. */
  readonly writer: Dialect;
  /** What makes transactions as good as one after the other; undefined where they are so anyway. */
  readonly isolation?: IsolationLevel;
  /**
   * Runs a transaction, and once more where another one got in its way.
   *
   * @throws {DocgateError} `store-unavailable` if others get in its way all the time
   */
  attempt<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Keeps other changes of the schema out until the transaction ends. */
  lockSchema(tx: Transaction<unknown>): Promise<void>;
  /** Keeps other transactions that call it out until this one ends; called first in one. */
  lock(tx: Transaction<unknown>): Promise<void>;
  /** @throws {DocgateError} `store` if the store is damaged, or is none that can be used */
  verify(reader: Kysely<unknown>): Promise<void>;
  /** Ends the connections, once nothing runs any more. */
  close(): Promise<void>;
}
