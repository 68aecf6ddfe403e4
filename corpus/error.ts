import { printable } from "./printable.ts";
import { isSystemError } from "./system-error.ts";

/** What the command exits with: 1 for work that failed, 2 for wrong usage. */
type ExitStatus = 1 | 2;

/** Every code that an error of docgate can have, and the exit status that it gives the command. */
export const EXIT_STATUS = {
  /** The corpus file does not exist or cannot be read. */
  "corpus-unreadable": 1,
  /** The corpus file is truncated or not JSON. */
  "corpus-not-json": 1,
  /** The file is JSON, but not a corpus. */
  "corpus-foreign": 1,
  /** The corpus has another format version. */
  "corpus-version": 1,
  /** The corpus was changed after it was generated. */
  "corpus-hash": 1,
  /** The corpus has the right hash, but its content is not that of a corpus. */
  "corpus-shape": 1,
  /** Part of a corpus is not laid out as docgate writes it; it is then read as any JSON is. */
  "corpus-layout": 1,
  /** A file other than a corpus cannot be read or written. */
  file: 1,
  /** A flag, an environment variable or the configuration has a value that cannot be used. */
  setting: 2,
  /** The address cannot be listened on. */
  listen: 1,
  /** An argument has the right type, but a value that makes no sense. */
  "invalid-argument": 1,
  /** Too much work waits already; a later attempt can succeed. */
  busy: 1,
  /** The client hung up before there was an answer. */
  "client-gone": 1,
  /** Reading a page takes more time or memory than it may. */
  "page-limit": 1,
  /** An entry of the generator's cache is not as it was written. */
  "cache-corrupt": 1,
  /** The store cannot be used as it is. */
  store: 1,
  /** The store does not answer for the moment. */
  "store-unavailable": 1,
  /** The store answers, but others who use it kept it from doing this in time. */
  "store-busy": 1,
  /** Another row of the store already has what must be unique. */
  "store-conflict": 1,
  /** The store's secrets are sealed under another master key. */
  "wrong-master-key": 1,
  /** A sealed value was changed, moved to another record or sealed under another key. */
  "sealed-value": 1,
  /** What was asked for does not exist. */
  "not-found": 1,
  /** A rule of the partner chain refuses a value. */
  invalid: 1,
  /** What was asked for contradicts the present state: a name is taken, for example. */
  conflict: 1,
  /** An attempt to deliver a notice ended without a status. */
  "notice-failed": 1,
} as const satisfies Readonly<Record<string, ExitStatus>>;

export type DocgateErrorCode = keyof typeof EXIT_STATUS;

/**
 * An error that docgate expects: the message is one line for the person at the terminal, and says
 * what failed and what to do. Any other error is a bug, or the system's.
 *
 * @example
 * throw new DocgateError("setting", 'DOCGATE_PORT must be a port number, but it is "x".');
 */
export class DocgateError extends Error {
  override readonly name = "DocgateError";
  readonly code: DocgateErrorCode;

  constructor(code: DocgateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Tells whether an error is docgate's and has one of these codes. */
export function hasCode<Code extends DocgateErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is DocgateError & { readonly code: Code } {
  return error instanceof DocgateError && (codes as readonly string[]).includes(error.code);
}

/** Describes an error to people: in one line, but with the stack if it is a bug. */
export function describeError(error: unknown): string {
  const { message, stack } = error as Error;
  const isExpected = error instanceof DocgateError || isSystemError(error);
  return isExpected ? printable(message) : (stack ?? String(error));
}
