import { DocgateError, hasCode } from "../../corpus/error.ts";
import { fileReason } from "../../corpus/file-error.ts";
import { isSystemError } from "../../corpus/system-error.ts";

/** A value that must be unique already exists. */
export class ConflictError extends DocgateError {
  /** The table and the column of the conflict, without the organization: `webhooks.origin`. */
  readonly what: string;

  constructor(what: string, options?: ErrorOptions) {
    super("store-conflict", `${what} must be unique.`, options);
    this.what = what;
  }
}

/** The store answers, but nothing can be saved in it, for example because the disk is full. */
export class UnwritableError extends DocgateError {
  /** For administrators: "the disk is full". */
  readonly reason: string;

  constructor(message: string, { reason, cause }: { readonly reason: string } & ErrorOptions) {
    super("store-unavailable", message, { cause });
    this.reason = reason;
  }
}

/** Returns true if the store did not answer, or not in time. The next request tries again. */
export function isStoreAway(error: unknown): error is DocgateError {
  return hasCode(error, "store-unavailable", "store-busy");
}

// PostgreSQL's classes of a refused login, database or permission: waiting does not fix them.
const LASTING = /^(?:28|3D|42)/;

/** Returns true if a later attempt may succeed. */
export function isPassing(error: unknown): boolean {
  if (!isStoreAway(error) || error instanceof UnwritableError) return false;
  return !LASTING.test((error.cause as PostgresError | undefined)?.code ?? "");
}

/** Remedies by the engine's message, because not every runtime gives error codes. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/\bis locked/, "Another process keeps it locked: let it finish, or end it."],
  [/not a database|malformed/, "Restore a backup."],
  [/disk is full/, "Free space on the disk."],
  [/disk I\/O error/, "Free space on the disk, or replace it."],
  [/readonly database/, "Give the user who runs docgate write permission."],
  [/unable to open/, "It must be a file that the user who runs docgate may read and write."],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|timeout|not yet accepting|starting up/,
    "Start PostgreSQL there, or correct DATABASE_URL.",
  ],
  [
    /password|authentication|role .* does not exist/,
    "Correct the user and password in DATABASE_URL.",
  ],
  [/database .* does not exist/, "Create the database, or correct its name in DATABASE_URL."],
  [/permission denied/, "Make the user of DATABASE_URL the owner of the database."],
];

/**
 * Explains why a store cannot be opened.
 *
 * @param place Name of the store, without a password.
 * @returns a `store` error; or the error itself if it is neither the engine's nor the system's
 */
export function cannotOpen(place: string, cause: unknown): unknown {
  if (!isStoreAway(cause) && !isEngineError(cause) && !isSystemError(cause)) return cause;
  const told = fileReason(cause, { use: "write", file: place });
  if (told)
    return new DocgateError("store", `The store "${place}" cannot be opened: ${told}`, { cause });
  const reason = reasonOf(isStoreAway(cause) ? cause.cause : cause);
  const remedy = remedyFor(reason) ?? "";
  const message = `The store "${place}" cannot be opened: ${reason}. ${remedy}`;
  return new DocgateError("store", message.trimEnd(), { cause });
}

/** Why a file cannot be written, by the engine's message. */
const UNWRITABLE: readonly (readonly [RegExp, string])[] = [
  [/disk is full/, "the disk is full"],
  [/disk I\/O error/, "the disk reports an error"],
  [/readonly database/, "the disk is read-only"],
];

/** @returns for administrators, why nothing can be saved; undefined if an error says something else */
export function whyUnwritable(error: unknown): string | undefined {
  if (!isEngineError(error)) return undefined;
  const { message } = error as Error;
  return UNWRITABLE.find(([pattern]) => pattern.test(message))?.[1];
}

/**
 * Explains why an opened store file cannot be used, for example because the disk is full.
 *
 * @returns a `store` error; or the error itself if only a bug can cause it
 */
export function cannotUse(place: string, cause: unknown): unknown {
  const { message } = cause as Error;
  const remedy = remedyFor(message);
  if (remedy === undefined || !isEngineError(cause)) return cause;
  return new DocgateError("store", `The store "${place}" cannot be used: ${message}. ${remedy}`, {
    cause,
  });
}

/** Returns true if an error comes from SQLite, or from a PostgreSQL server. */
export function isEngineError(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return code === "ERR_SQLITE_ERROR" || severity !== undefined;
}

/** @returns a sentence that says what to do */
export function remedyFor(reason: string): string | undefined {
  return REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
}

/** Returns the reason of an error; a server with several addresses has one for each of them. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return (first as Error).message;
}

// SQLite names the columns: "UNIQUE constraint failed: clients.organization_id, clients.name".
const SQLITE_UNIQUE = /^UNIQUE constraint failed: (.+)$/;

// PostgreSQL gives the table separately, and the columns in a message of any language, before their
// values: "Key (organization_id, name)=(1, Site) already exists."
const POSTGRES_UNIQUE = "23505";
const POSTGRES_COLUMNS = /\(([^()]+)\)=\(/;

/** Properties that `pg` adds to an error from the server. */
interface PostgresError {
  readonly code?: string;
  readonly table?: string;
  readonly detail?: string;
}

/** @returns the conflict that an engine's error reports, if any */
export function conflictOf(error: unknown): ConflictError | undefined {
  const what = sqliteClash(error as Error) ?? postgresClash(error as PostgresError);
  return what === undefined ? undefined : new ConflictError(what, { cause: error });
}

function sqliteClash({ message }: Error): string | undefined {
  return SQLITE_UNIQUE.exec(message)?.[1]?.split(", ").at(-1);
}

function postgresClash({ code, table, detail = "" }: PostgresError): string | undefined {
  if (code !== POSTGRES_UNIQUE) return undefined;
  const column = POSTGRES_COLUMNS.exec(detail)?.[1]?.split(", ").at(-1);
  return `${table}.${column}`;
}
