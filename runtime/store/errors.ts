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

export function cannotOpen(file: string, cause: unknown): StoreError {
  const reason = (cause as Error).message;
  return new StoreError(`The store "${file}" cannot be opened: ${reason}`, { cause });
}

// SQLite names the columns: "UNIQUE constraint failed: clients.organization_id, clients.name".
const SQLITE_UNIQUE = /^UNIQUE constraint failed: (.+)$/;

/** @returns the clash that an engine's error tells of, if it does */
export function conflictOf(error: unknown): ConflictError | undefined {
  const columns = SQLITE_UNIQUE.exec((error as Error).message)?.[1];
  if (columns === undefined) return undefined;
  return new ConflictError(columns.split(", ").at(-1)!, { cause: error });
}
