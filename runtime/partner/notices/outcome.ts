import { DocgateError } from "../../../corpus/error.ts";
/** All that the log ever says of what went wrong. */
export const NOTICE_ERRORS = [
  /** Refused: the notification URL does not pass the rule any more. */
  "url",
  /** Refused: the host has an address that notices may not go to. */
  "address",
  /** Refused: the runtime cannot tell which address it is connected to. */
  "guard",
  /** The host's name has no address. */
  "dns",
  /** No connection came about. */
  "connect",
  /** No TLS, or a certificate that is not to be trusted. */
  "tls",
  /** Not over within the deadline. */
  "timeout",
  /** The connection ended without an answer. */
  "closed",
  /** What was answered is not HTTP, or too much of it came before the status. */
  "protocol",
  /** Answered with a redirect, which is not followed. */
  "redirect",
  /** Answered with a status other than 2xx. */
  "status",
  /** Never sent: too many waited, or docgate stopped. */
  "unsent",
  /** docgate stopped while sending: it may have arrived or not. */
  "interrupted",
] as const;

export type NoticeError = (typeof NOTICE_ERRORS)[number];

/** What the log keeps of an attempt: nothing of the answer but its status. */
export interface Outcome {
  /** `refused`: docgate did not connect, or sent nothing. */
  readonly state: "delivered" | "failed" | "refused";
  readonly httpStatus: number | null;
  readonly error: NoticeError | null;
  readonly durationMs: number;
}

/** A notice that was never tried. */
export const UNSENT: Outcome = {
  state: "failed",
  httpStatus: null,
  error: "unsent",
  durationMs: 0,
};

/** An attempt ended without a status. */
export class AttemptError extends DocgateError {
  readonly word: NoticeError;

  constructor(word: NoticeError, options?: ErrorOptions) {
    super("notice-failed", `The notice was not delivered: ${word}.`, options);
    this.word = word;
  }
}
