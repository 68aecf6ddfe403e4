import { fileReason } from "../../corpus/file-error.ts";

/** Something else already has what must be unique. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
  /** The table and the column that clashed, the organization left aside: `webhooks.origin`. */
  readonly what: string;

  constructor(what: string, options?: ErrorOptions) {
    super(`${what} must be unique`, options);
    this.what = what;
  }
}

/** The store cannot be used as it is; the message says what to mend. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** The store does not answer for the moment; it is tried again with the next request. */
export class StoreUnavailableError extends Error {
  override readonly name: string = "StoreUnavailableError";
}

/** The store answers, but others who use it kept it from doing this in time. */
export class StoreBusyError extends StoreUnavailableError {
  override readonly name = "StoreBusyError";
}

// PostgreSQL's classes of a login, a database or a right that is refused: waiting mends none of them.
const LASTING = /^(?:28|3D|42)/;

/** Whether it is worth trying again in a while. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError)) return false;
  return !LASTING.test((error.cause as PostgresError | undefined)?.code ?? "");
}

/** What to do about what the engine says, which has no codes in every runtime. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/\bis locked/, "Another process has kept it locked: let it finish, or end it."],
  [/not a database|malformed/, "Put a backup in its place."],
  [/disk is full/, "Make room on the disk."],
  [/unable to open/, "It must be a file that the user who runs docgate may read and write."],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|timeout|not yet accepting|starting up/,
    "Start PostgreSQL there, or correct DATABASE_URL.",
  ],
  [/password|authentication|role .* does not exist/, "Correct user and password in DATABASE_URL."],
  [/database .* does not exist/, "Make the database, or correct its name in DATABASE_URL."],
  [/permission denied/, "Make the user of DATABASE_URL the owner of the database."],
];

/** @param place names the store, without a password */
export function cannotOpen(place: string, cause: unknown): StoreError {
  const told = fileReason(cause, { use: "write", file: place });
  if (told) return new StoreError(`The store "${place}" cannot be opened: ${told}`, { cause });
  const reason = reasonOf(cause instanceof StoreUnavailableError ? cause.cause : cause);
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  const message = `The store "${place}" cannot be opened: ${reason}`;
  return new StoreError(remedy ? `${message}. ${remedy}` : message, { cause });
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
