import { isSystemError } from "./system-error.ts";
import { printable } from "./text/printable.ts";

/** The command's exit status: 1 for work that failed, 2 for wrong usage. */
type ExitStatus = 1 | 2;

/** The codes that callers of the library can meet, with the exit status that each gives the command. */
const PUBLIC = {
  /** The corpus file does not exist or cannot be read. */
  "corpus-unreadable": 1,
  /** The corpus file is truncated or not JSON. */
  "corpus-not-json": 1,
  /** The file is JSON but not a corpus. */
  "corpus-foreign": 1,
  /** The corpus has another format version. */
  "corpus-version": 1,
  /** The corpus was changed after it was generated. */
  "corpus-hash": 1,
  /** The corpus has the right hash, but its content does not have the shape of a corpus. */
  "corpus-shape": 1,
  /** The corpus does not have a valid signature of a trusted key. */
  "corpus-signature": 1,
  /** The corpus is that of another edition, or of one that not everyone may read. */
  "corpus-edition": 1,
  /** Part of a corpus is not laid out as docgate writes it; it is then read like any other JSON. */
  "corpus-layout": 1,
  /** A file other than a corpus cannot be read or written. */
  file: 1,
  /** A flag, an environment variable or the configuration has an unusable value. */
  setting: 2,
  /** An argument has the right type but an unusable value. */
  "invalid-argument": 1,
} as const satisfies Readonly<Record<string, ExitStatus>>;

/** The codes that only docgate itself meets: its command, its server and the code between them. */
const INTERNAL = {
  /** Work takes longer than the limit allows. */
  "work-limit": 1,
  /** Too much work is already waiting; a later attempt can succeed. */
  busy: 1,
  /** A tree does not generate the corpus that was published. */
  "corpus-differs": 1,
  /** The list of another site's addresses cannot be read, or is not one. */
  addresses: 1,
  /** The server cannot listen on the address. */
  listen: 1,
  /** The client hung up before there was an answer. */
  "client-gone": 1,
  /** Reading a page takes more time or memory than the limit allows. */
  "page-limit": 1,
  /** An entry of the generator's cache is corrupt. */
  "cache-corrupt": 1,
  /** The store cannot be used in its present state. */
  store: 1,
  /** The store does not respond at the moment. */
  "store-unavailable": 1,
  /** The store responds, but other users of it kept it from doing this in time. */
  "store-busy": 1,
  /** A value that must be unique is already in another row of the store. */
  "store-conflict": 1,
  /** The store's secrets are sealed with another master key. */
  "wrong-master-key": 1,
  /** A sealed value was changed, moved to another record or sealed with another key. */
  "sealed-value": 1,
  /** The requested item does not exist. */
  "not-found": 1,
  /** A rule of the partner chain refuses a value. */
  invalid: 1,
  /** The request contradicts the present state: for example, a name is taken. */
  conflict: 1,
  /** An attempt to deliver a notice ended without a status. */
  "notice-failed": 1,
} as const satisfies Readonly<Record<string, ExitStatus>>;

/** Every code that a docgate error can have, with the exit status that it gives the command. */
export const EXIT_STATUS = { ...PUBLIC, ...INTERNAL };

/** The code of an error that a caller of the library can meet. */
export type DocgateErrorCode = keyof typeof PUBLIC;

/** The code of any error, also of those that docgate catches itself. */
export type AnyErrorCode = keyof typeof EXIT_STATUS;

interface DocgateErrorOptions extends ErrorOptions {
  /** The message in several lines, if it lists several mistakes. Default: the message. */
  readonly lines?: readonly string[];
}

/**
 * An error that docgate expects. Its message is one line for the person at the terminal: what
 * failed and what to do. Any other error is a bug or comes from the system.
 *
 * @example
 * throw new DocgateError("setting", 'DOCGATE_PORT must be a port number, but it is "x".');
 */
export class DocgateError extends Error {
  override readonly name = "DocgateError";
  /** The kind of error, for programs. Internal codes do not leave docgate. */
  readonly code: DocgateErrorCode;
  /** The message, in lines for a terminal. */
  readonly lines: readonly string[];

  constructor(code: AnyErrorCode, message: string, options: DocgateErrorOptions = {}) {
    const { lines = [message], ...others } = options;
    super(message, others);
    this.code = code as DocgateErrorCode;
    this.lines = lines;
  }
}

/** Tells whether an error is a docgate error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly AnyErrorCode[]): error is DocgateError {
  return error instanceof DocgateError && (codes as readonly string[]).includes(error.code);
}

/**
 * Describes an error for people: in one line, or one for each mistake, but with the stack if it is a
 * bug.
 */
export function describeError(error: unknown): string {
  if (error instanceof DocgateError) return error.lines.map(printable).join("\n  ");
  const { message, stack } = error as Error;
  return isSystemError(error) ? printable(message) : (stack ?? String(error));
}
