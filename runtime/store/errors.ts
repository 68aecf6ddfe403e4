import { DocgateError, hasCode } from "../../corpus/error.ts";
import { fileReason } from "../../corpus/file-error.ts";
import { isSystemError } from "../../corpus/system-error.ts";

/** Something else already has what must be unique. */
export class ConflictError extends DocgateError {
  /** The table and the column that clashed, the organization left aside: `webhooks.origin`. */
  readonly what: string;

  constructor(what: string, options?: ErrorOptions) {
    super("store-conflict", `${what} must be unique.`, options);
    this.what = what;
  }
}

/** Tells whether the store did not answer, or not in time. It is tried again with the next request. */
export function isStoreAway(error: unknown): error is DocgateError {
  return hasCode(error, "store-unavailable", "store-busy");
}

// PostgreSQL's classes of a login, a database or a right that is refused: waiting mends none of them.
const LASTING = /^(?:28|3D|42)/;

/** Whether it is worth trying again in a while. */
export function isPassing(error: unknown): boolean {
  if (!isStoreAway(error)) return false;
  return !LASTING.test((error.cause as PostgresError | undefined)?.code ?? "");
}

/** What to do about what the engine says, which has no codes in every runtime. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/\bis locked/, "Another process has kept it locked: let it finish, or end it."],
  [/not a database|malformed/, "Put a backup in its place."],
  [/disk is full/, "Make room on the disk."],
  [/disk I\/O error/, "Make room on the disk, or replace it."],
  [/readonly database/, "Give the user who runs docgate the right to write there."],
  [/unable to open/, "It must be a file that the user who runs docgate may read and write."],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|timeout|not yet accepting|starting up/,
    "Start PostgreSQL there, or correct DATABASE_URL.",
  ],
  [/password|authentication|role .* does not exist/, "Correct user and password in DATABASE_URL."],
  [/database .* does not exist/, "Make the database, or correct its name in DATABASE_URL."],
  [/permission denied/, "Make the user of DATABASE_URL the owner of the database."],
];

/**
 * Says what keeps a store from being opened.
 *
 * @param place names the store, without a password
 * @returns a `store` error; any error that is not the engine's or the system's as it is
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

/**
 * Says what keeps an opened file from being used: a full disk, for example.
 *
 * @returns a `store` error; an error that only a bug can cause as it is
 */
export function cannotUse(place: string, cause: unknown): unknown {
  const { message } = cause as Error;
  const remedy = remedyFor(message);
  if (remedy === undefined || !isEngineError(cause)) return cause;
  return new DocgateError("store", `The store "${place}" cannot be used: ${message}. ${remedy}`, {
    cause,
  });
}

/** Tells whether an error is SQLite's, or an answer of a PostgreSQL server. */
export function isEngineError(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return code === "ERR_SQLITE_ERROR" || severity !== undefined;
}

function remedyFor(reason: string): string | undefined {
  return REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
}

/** Where a server's name has several addresses, each has an error of its own. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return (first as Error).message;
}

// SQLite names the columns: "UNIQUE constraint failed: clients.organization_id, clients.name".
const SQLITE_UNIQUE = /^UNIQUE constraint failed: (.+)$/;

// PostgreSQL has the table apart, and the columns in words of any language, before their values:
// "Key (organization_id, name)=(1, Site) already exists."
const POSTGRES_UNIQUE = "23505";
const POSTGRES_COLUMNS = /\(([^()]+)\)=\(/;

/** What `pg` adds to an error of the server. */
interface PostgresError {
  readonly code?: string;
  readonly table?: string;
  readonly detail?: string;
}

/** @returns the clash that an engine's error tells of, if it does */
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
