import { setTimeout as delay } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { domainOf, isMailAddress, parseSender } from "./address.ts";
import { createOutboxDelivery } from "./outbox-delivery.ts";
import type { MailOutcome } from "./outcome.ts";
import { createSmtpDelivery } from "./smtp-delivery.ts";

/** Mails that may wait; further ones are not taken. */
const MAX_WAITING = 1000;
/** Mails that are on their way at once. */
const CONCURRENCY = 2;
/** What one mail may take in all, however the server spends it. */
const DEADLINE_MS = 60_000;

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails in the background. */
export interface Mailer {
  /** Takes a mail and returns at once; never throws. Meant to be called after the commit. */
  send(mail: Mail): void;
  /**
   * Tries the way that mails take, without sending one.
   *
   * @throws {Error} if no mail could be sent now
   */
  check(): Promise<void>;
  /**
   * Takes no more mails and sends those that wait. What is not sent after `graceMs` is given up and
   * told to `onError`.
   */
  close(options: { readonly graceMs: number }): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://…` or `smtps://…`; left out, mails are written to the outbox. */
  readonly smtpUrl?: string | undefined;
  /** A folder. */
  readonly outbox: string;
  /** `no-reply@example.com`, or `Acme <no-reply@example.com>`. */
  readonly from: string;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Told once of every mail that was not sent. The message names the recipient's domain and the
   * cause, and nothing else of the mail.
   */
  readonly onError: (error: Error) => void;
  /** Told once of every mail. */
  readonly onOutcome?: ((outcome: MailOutcome) => void) | undefined;
}

/**
 * Makes a mailer. A mail goes out once: a failure is reported, not tried again.
 *
 * @throws {Error} if the sender's address or the mail server's cannot be used
 */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, outbox, now, newId, onError, onOutcome } = options;
  const from = parseSender(options.from);
  const delivery =
    smtpUrl === undefined
      ? createOutboxDelivery({ folder: outbox, now, newId })
      : createSmtpDelivery({ url: smtpUrl });
  const waiting: Mail[] = [];
  const underway = new Set<Promise<void>>();
  const stop = new AbortController();
  let isClosed = false;

  function findFault({ to, subject }: Mail): string | null {
    if (isClosed) return "docgate is stopping";
    if (waiting.length >= MAX_WAITING) return `${MAX_WAITING} mails are waiting already`;
    if (!isMailAddress(to)) return "the recipient's address cannot be used";
    return /\p{Cc}/u.test(subject) ? "the subject holds a control character" : null;
  }

  function startMore(): void {
    while (underway.size < CONCURRENCY && waiting.length > 0) {
      const delivered = deliver(waiting.shift()!).finally(() => {
        underway.delete(delivered);
        startMore();
      });
      underway.add(delivered);
    }
  }

  async function deliver(mail: Mail): Promise<void> {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(DEADLINE_MS)]);
    try {
      await delivery.deliver(compose(mail), { signal });
      onOutcome?.("sent");
    } catch (error) {
      onOutcome?.("failed");
      report(mail.to, (error as Error).message);
    }
  }

  function compose({ to, subject, text, html }: Mail): SendMailOptions {
    return {
      from,
      // An object is one address; a string would be parsed as a list.
      to: { name: "", address: to },
      subject,
      text,
      html,
      date: new Date(now()),
      messageId: `<${newId()}@${domainOf(from.address)}>`,
      // RFC 3834 section 5: nobody's absence notice shall answer.
      headers: { "Auto-Submitted": "auto-generated" },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  function report(to: string, reason: string): void {
    const recipient = isMailAddress(to) ? `an address at ${domainOf(to)}` : "an address";
    onError(new Error(`A mail to ${recipient} was not sent: ${reason}.`));
  }

  function drop(to: string, reason: string): void {
    onOutcome?.("dropped");
    report(to, reason);
  }

  async function drained(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway);
  }

  return {
    send(mail) {
      const fault = findFault(mail);
      if (fault === null) waiting.push(mail);
      else drop(mail.to, fault);
      startMore();
    },
    check: () => delivery.check(),
    async close({ graceMs }) {
      isClosed = true;
      const timer = new AbortController();
      const late = delay(graceMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([drained(), late]);
      timer.abort();
      for (const { to } of waiting.splice(0)) drop(to, "docgate stopped before its turn");
      stop.abort();
      await drained();
    },
  };
}
