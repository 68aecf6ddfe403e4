import type { SendMailOptions } from "nodemailer";

/** A way of sending mail. */
export interface Delivery {
  /**
   * Hands a mail over.
   *
   * @throws {Error} if the mail was not handed over; the message reveals nothing of the mail, no
   *   address and no credentials
   */
  deliver(message: SendMailOptions, options: { readonly signal: AbortSignal }): Promise<void>;
  /** @throws {Error} if no mail could be handed over now, with a message as above */
  check(): Promise<void>;
}
