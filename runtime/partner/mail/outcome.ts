/** What became of a mail. */
export const MAIL_OUTCOMES = [
  /** Handed to the mail server, or written to the outbox. */
  "sent",
  "failed",
  /** Not taken, or given up before its turn: too many waited, docgate stopped, a bad address. */
  "dropped",
] as const;

export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
