import { DocgateError } from "../../../corpus/error.ts";
/** The only causes of failure that the log records. */
export const NOTICE_ERRORS = [
  /** Refused: the notification URL no longer passes the rule. */
  "url",
  /** Refused: the host has an address that notices may not be sent to. */
  "address",
  /** Refused: the runtime cannot report which address it is connected to. */
  "guard",
  /** The host name has no address. */
  "dns",
  /** The connection was not established. */
  "connect",
  /** TLS failed, or the certificate is not trusted. */
  "tls",
  /** The deadline passed. */
  "timeout",
  /** The connection ended without an answer. */
  "closed",
  /** The answer is not HTTP, or too much of it came before the status. */
  "protocol",
  /** The answer is a redirect, which is not followed. */
  "redirect",
  /** The answer has a status other than 2xx. */
  "status",
  /** Not sent: too many waited, or docgate stopped. */
  "unsent",
  /** docgate stopped while sending, so the notice may have arrived. */
  "interrupted",
] as const;

export type NoticeError = (typeof NOTICE_ERRORS)[number];

/** The part of an attempt that the log keeps: of the answer, only its status. */
export interface Outcome {
  /** `refused`: docgate did not connect, or sent nothing. */
  readonly state: "delivered" | "failed" | "refused";
  readonly httpStatus: number | null;
  readonly error: NoticeError | null;
  readonly durationMs: number;
}

/** The outcome of a notice that was never tried. */
export const UNSENT: Outcome = {
  state: "failed",
  httpStatus: null,
  error: "unsent",
  durationMs: 0,
};

/** Thrown if an attempt ends without a status. */
export class AttemptError extends DocgateError {
  readonly word: NoticeError;

  constructor(word: NoticeError, options?: ErrorOptions) {
    super("notice-failed", `The notice was not delivered: ${word}.`, options);
    this.word = word;
  }
}
