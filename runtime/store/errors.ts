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

/** What to do about what the engine says. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/locked/, "Another process has kept it locked: let it finish, or end it."],
  [/not a database|malformed/, "Put a backup in its place."],
  [/disk is full/, "Make room on the disk."],
];

export function cannotOpen(file: string, cause: unknown): StoreError {
  const reason = (cause as Error).message;
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  const message = `The store "${file}" cannot be opened: ${reason}`;
  return new StoreError(remedy ? `${message}. ${remedy}` : message, { cause });
}

// SQLite names the columns: "UNIQUE constraint failed: clients.organization_id, clients.name".
const SQLITE_UNIQUE = /^UNIQUE constraint failed: (.+)$/;

/** @returns the clash that an engine's error tells of, if it does */
export function conflictOf(error: unknown): ConflictError | undefined {
  const columns = SQLITE_UNIQUE.exec((error as Error).message)?.[1];
  if (columns === undefined) return undefined;
  return new ConflictError(columns.split(", ").at(-1)!, { cause: error });
}
