import type { Dialect, IsolationLevel, Kysely, Transaction } from "kysely";
import type { Writability } from "./writability.ts";

/** The operations that differ between the databases; they share everything else. */
export interface Engine {
  /** Name of the store in messages, without a password. */
  readonly place: string;
  /** For statements outside of transactions. */
  readonly reader: Dialect;
  /** For transactions. */
  readonly writer: Dialect;
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
