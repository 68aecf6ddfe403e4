import type { SendMailOptions } from "nodemailer";

/** One way that mails leave by. */
export interface Delivery {
  /**
   * Hands a mail over.
   *
   * @throws {Error} If it was not handed over; the message holds nothing of the mail, no address
   *   and no credentials.
   */
  deliver(message: SendMailOptions, options: { readonly signal: AbortSignal }): Promise<void>;
  /** @throws {Error} if no mail could be handed over now, with a message as above */
  check(): Promise<void>;
}
