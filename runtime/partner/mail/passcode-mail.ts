import { escapeHtml, htmlMail, onOneLine } from "./mail-text.ts";
import type { Mail } from "./message.ts";

export interface PasscodeMail {
  /** The consumer's address. */
  readonly to: string;
  readonly pin: string;
  /** How long the pin is valid. */
  readonly minutes: number;
  /** The service that the consumer signs in to: the contract's name. */
  readonly tenant: string;
}

/** Writes the mail with a consumer's passcode (CHAIN-C10). The subject does not contain the pin. */
export function passcodeMail({ to, pin, minutes, tenant }: PasscodeMail): Mail {
  const title = `Your code to sign in to ${onOneLine(tenant)}`;
  const validity = `It is valid for ${minutes} ${minutes === 1 ? "minute" : "minutes"}, once.`;
  const warning =
    "If you did not try to sign in, you need not do anything: without the code nobody gets in. Never pass it on.";
  const body = `<p><strong style="font-size: 32px; letter-spacing: 4px">${escapeHtml(pin)}</strong></p>
<p>${validity}</p>
<p>${warning}</p>`;
  return {
    to,
    subject: title,
    text: `${title}:\n\n${pin}\n\n${validity}\n\n${warning}\n`,
    html: htmlMail({ title, body }),
  };
}
