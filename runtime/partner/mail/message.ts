import type { SendMailOptions } from "nodemailer";
import { domainOf, type MailAddress } from "./address.ts";

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MessageOptions {
  readonly from: MailAddress;
  /** Makes the message's id unique. */
  readonly id: string;
  readonly date: Date;
}

/** Composes a mail in the form in which it is sent. */
export function composeMessage(
  { to, subject, text, html }: Mail,
  { from, id, date }: MessageOptions,
): SendMailOptions {
  return {
    from,
    // An object is one address; a string would be parsed as a list.
    to: { name: "", address: to },
    subject,
    text,
    html,
    date,
    messageId: `<${id}@${domainOf(from.address)}>`,
    // RFC 3834 section 5: no absence notice should answer.
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
