import { z } from "zod";

const DAY_MS = 86_400_000;

/** A publisher's statement about a corpus file. It is the payload of the signature file, as JSON. */
export interface Statement {
  /** Version of the corpus format. */
  format: number;
  /** Name of the file when it was signed, without its folder. */
  file: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  sha256: string;
  /** The corpus's own `sha256`. */
  digest: string;
  /** SHA-256 of the list of the corpus's addresses; those that older versions signed have none. */
  addresses?: string | undefined;
  /** A server does not replace a corpus by one with a smaller number. */
  sequence: number;
  /** ISO 8601. */
  issuedAt: string;
  /** ISO 8601; null: never. */
  expiresAt: string | null;
  /** The name of its edition; absent if it is not one of several. */
  edition?: string | undefined;
  /** The commit that the corpus was generated from, if CI has told it. */
  commit?: string | undefined;
}

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const statementSchema = z.object({
  format: z.int().positive(),
  file: z.string().min(1),
  sha256: digestSchema,
  digest: digestSchema,
  addresses: digestSchema.optional(),
  sequence: z.int().nonnegative(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  edition: z.string().optional(),
  commit: z.string().optional(),
}) satisfies z.ZodType<Statement>;

/** A period in a statement: when it was made, and the number of days that it is valid. */
export interface Validity {
  readonly issuedAtMs: number;
  /** Null: for ever. */
  readonly days: number | null;
}

export function datesOf({ issuedAtMs, days }: Validity): Pick<Statement, "issuedAt" | "expiresAt"> {
  const iso = (timeMs: number): string => new Date(timeMs).toISOString();
  return {
    issuedAt: iso(issuedAtMs),
    expiresAt: days === null ? null : iso(issuedAtMs + days * DAY_MS),
  };
}

/** Returns the number of days that a statement is valid; null: for ever. */
export function validDays({ issuedAt, expiresAt }: Statement): number | null {
  return expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(issuedAt)) / DAY_MS;
}

/** @returns null for a payload that is not a statement */
export function parseStatement(payload: Uint8Array): Statement | null {
  try {
    return statementSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
