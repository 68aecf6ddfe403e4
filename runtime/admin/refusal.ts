import { hasCode } from "../../corpus/error.ts";
import { type FieldError, MAX_ERRORS } from "../http/json.ts";
import { explainClash, type RuleCode, RuleError } from "../partner/chain/rule-error.ts";
import { RETRY_SECONDS } from "../partner/secrets/limiter.ts";
import { UnwritableError } from "../store/errors.ts";

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 503;

/** Who else changed something, as far as the caller may know, and when. */
export interface Conflict {
  readonly by: string | undefined;
  readonly at: string;
}

export interface RefusalOptions {
  /** With 412. Default: it is not known. */
  readonly conflict?: Conflict;
  readonly status: RefusalStatus;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown to answer a request with an error that the request itself caused. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  /** At most {@link MAX_ERRORS}. */
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly conflict: Conflict | undefined;

  constructor(message: string, { status, errors = [], headers = {}, conflict }: RefusalOptions) {
    super(message);
    this.status = status;
    this.errors = errors.slice(0, MAX_ERRORS);
    this.headers = headers;
    this.conflict = conflict;
  }
}

const RULE_STATUS: Readonly<Record<RuleCode, RefusalStatus>> = {
  "not-found": 404,
  invalid: 400,
  conflict: 409,
};

/** @returns null for docgate's own failure, about which the client learns nothing */
export function refusalOf(failure: unknown): Refusal | null {
  const error = explainClash(failure);
  if (error instanceof Refusal) return error;
  if (error instanceof RuleError) {
    return new Refusal(error.message, { status: RULE_STATUS[error.rule], errors: error.errors });
  }
  if (hasCode(error, "busy", "store-unavailable", "store-busy")) {
    const headers = { "Retry-After": String(RETRY_SECONDS) };
    const message =
      error instanceof UnwritableError
        ? `docgate cannot save anything at the moment: ${error.reason}. Nothing was changed.`
        : "The server is busy. Try again in a moment.";
    return new Refusal(message, { status: 503, headers });
  }
  return null;
}
