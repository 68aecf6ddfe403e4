/** Every code of a {@link PartnerError}. */
export type PartnerErrorCode =
  /** docgate gave no answer: it is not running, or it closed the connection (PIA §5.1). */
  | "unreachable"
  /** docgate did not answer in time. */
  | "timeout"
  /** The address leads elsewhere; credentials are not sent there. */
  | "redirected"
  /** A credential of the mint is wrong, or the API key is not fully bound (PIA §7). */
  | "mint-refused"
  /** docgate does not accept the application token, although it was minted again. */
  | "token-refused"
  /** The certificate code was used, has expired, or was replaced by another handshake. */
  | "claim-refused"
  /** docgate cannot answer now: try again after `retryAfterMs`. */
  | "busy"
  /** docgate answered in another way than its description says. */
  | "unexpected-answer"
  /** A delivered certificate cannot be read, or has another fingerprint. */
  | "certificate-invalid"
  /** No certificate that is trusted signed the consumer's token. */
  | "certificate-unknown"
  /** The consumer's token was valid once. */
  | "consumer-token-expired"
  /** The consumer's token is forged, of another tenant, or not an access token. */
  | "consumer-token-invalid"
  /** The request is not a notice. */
  | "notice-invalid"
  /** The notice does not have the headers of a signature. */
  | "notice-unsigned"
  /** The notice has signatures, but none of the scheme that is expected. */
  | "notice-other-scheme"
  /** The notice was signed for another webhook. */
  | "notice-other-webhook"
  /** No signature of the notice is right. */
  | "notice-forged"
  /** The notice was sent too long ago, or the clocks differ. */
  | "notice-late"
  /** The notice has arrived before. */
  | "notice-replayed"
  /** The keys that verify notices cannot be read. */
  | "notice-keys-unavailable";

export interface PartnerErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | undefined;
}

/**
 * An error that a partner's server must expect. Its message says what failed and what to do, and
 * never contains a credential.
 *
 * @example
 * import { PartnerError } from "docgate/partner";
 *
 * function isOutage(error: unknown): boolean {
 *   return error instanceof PartnerError && ["timeout", "unreachable"].includes(error.code);
 * }
 * console.log(isOutage(new PartnerError("timeout", "docgate did not answer."))); // true
 */
export class PartnerError extends Error {
  override readonly name = "PartnerError";
  readonly code: PartnerErrorCode;
  /** With `busy`: how long docgate asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(code: PartnerErrorCode, message: string, options: PartnerErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }
}
