import { hasCode } from "../../../../corpus/error.ts";
import { AttemptError } from "../../../partner/notices/outcome.ts";

/** Why docgate did not sign someone in whom a provider sent back. */
export type ProviderRefusalReason =
  /** The answer came twice. */
  | "used"
  /** The organization has another provider by now. */
  | "provider-changed"
  /** The ID token was issued in the future: a clock is wrong, or it was made for later. */
  | "future-token"
  | "no-email"
  | "unverified-email"
  /** The organization did not name the domain of the email. */
  | "foreign-domain"
  | "other-organization"
  /** The account was bound to an administrator with another email. */
  | "changed-email"
  /** The administrator is bound to another account. */
  | "other-account"
  | "not-invited";

export class ProviderRefusal extends Error {
  override readonly name = "ProviderRefusal";
  readonly reason: ProviderRefusalReason;

  constructor(reason: ProviderRefusalReason) {
    super(`The sign-in at the provider is refused: ${reason}.`);
    this.reason = reason;
  }
}

/** Errors of OAuth are short words (RFC 6749 §5.2); nothing else of the provider's is kept. */
const OAUTH_ERROR = /^[a-z_]{1,40}$/;

/**
 * Names the cause of a failed sign-in or discovery, for the audit log and messages: a reason of
 * docgate's own, what kept it from reaching the provider, or what the provider's answer lacks.
 *
 * @returns null if neither the provider nor the browser can have caused the error
 */
export function reasonOf(error: unknown): string | null {
  if (error instanceof ProviderRefusal) return error.reason;
  const {
    code,
    cause,
    error: word,
  } = error as { code?: unknown; cause?: unknown; error?: unknown };
  const attempt = [error, cause].find((one) => one instanceof AttemptError);
  if (attempt) return `unreachable: ${attempt.word}`;
  if (typeof word === "string" && OAUTH_ERROR.test(word)) return `provider: ${word}`;
  if (typeof code === "string" && code.startsWith("OAUTH_")) {
    return `provider: ${code.slice("OAUTH_".length).toLowerCase()}`;
  }
  // The provider's metadata has an address that is none, or the same account came twice at once.
  if (code === "ERR_INVALID_URL") return "provider: invalid_url";
  if (hasCode(error, "store-conflict")) return "used";
  return (error as Error).name === "ClientError" ? "provider: invalid_answer" : null;
}
