/** The ways in which sending a mail ends. */
export const MAIL_OUTCOMES = [
  /** Handed to the mail server, or written to the outbox. */
  "sent",
  "failed",
  /** Not queued, or given up while waiting: too many waited, docgate stopped, or a bad address. */
  "dropped",
] as const;

export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
