import { setTimeout as delay } from "node:timers/promises";
import { domainOf, isMailAddress, type MailAddress, parseSender } from "./address.ts";
import type { Delivery } from "./delivery.ts";
import { composeMessage, type Mail } from "./message.ts";
import { createOutboxDelivery } from "./outbox-delivery.ts";
import type { MailOutcome } from "./outcome.ts";
import { createSmtpDelivery } from "./smtp-delivery.ts";

/** Maximum number of waiting mails; further ones are dropped. */
const MAX_WAITING = 1000;
/** Maximum number of mails being sent at once. */
const CONCURRENCY = 2;
/** Maximum time for one mail in total. */
const DEADLINE_MS = 60_000;

/** Sends mails in the background. */
export interface Mailer {
  /** False if mails are written to the outbox. */
  readonly hasServer: boolean;
  /** Queues a mail and returns at once; never throws. Meant to be called after the commit. */
  send(mail: Mail): void;
  /**
   * Tests the delivery without sending a mail.
   *
   * @throws {Error} if no mail could be sent now
   */
  check(): Promise<void>;
  /**
   * Takes no more mails and sends those that wait. Mails not sent after `graceMs` are given up and
   * reported to `onError`.
   */
  close(options: { readonly graceMs: number }): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://…` or `smtps://…`. Default: mails are written to the outbox. */
  readonly smtpUrl?: string | undefined;
  /** Folder for mails if there is no mail server. */
  readonly outbox: string;
  /** `no-reply@example.com`, or `Acme <no-reply@example.com>`. */
  readonly from: string;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Called once for each mail that was not sent. The message names the recipient's domain and the
   * cause, and nothing else of the mail.
   */
  readonly onError: (error: Error) => void;
  /** Called once for each mail. */
  readonly onOutcome?: ((outcome: MailOutcome) => void) | undefined;
}

/**
 * Creates a mailer. Each mail is tried once: a failure is reported, not retried.
 *
 * @throws {Error} if the address of the sender or of the mail server cannot be used
 */
export function createMailer(options: MailerOptions): Mailer {
  return new QueueingMailer(options);
}

class QueueingMailer implements Mailer {
  readonly hasServer: boolean;
  readonly #options: MailerOptions;
  readonly #from: MailAddress;
  readonly #delivery: Delivery;
  readonly #waiting: Mail[] = [];
  readonly #underway = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #isClosed = false;

  constructor(options: MailerOptions) {
    const { smtpUrl: url, outbox: folder, now, newId } = options;
    this.#options = options;
    this.#from = parseSender(options.from);
    this.hasServer = url !== undefined;
    this.#delivery =
      url === undefined
        ? createOutboxDelivery({ folder, now, newId })
        : createSmtpDelivery({ url });
  }

  send(mail: Mail): void {
    const fault = this.#findFault(mail);
    if (fault === null) this.#waiting.push(mail);
    else this.#drop(mail.to, fault);
    this.#startMore();
  }

  check(): Promise<void> {
    return this.#delivery.check();
  }

  async close({ graceMs }: { readonly graceMs: number }): Promise<void> {
    this.#isClosed = true;
    const timer = new AbortController();
    const late = delay(graceMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([this.#drained(), late]);
    timer.abort();
    for (const { to } of this.#waiting.splice(0)) this.#drop(to, "docgate stopped before its turn");
    this.#stop.abort();
    await this.#drained();
  }

  #findFault({ to, subject }: Mail): string | null {
    if (this.#isClosed) return "docgate is stopping";
    if (this.#waiting.length >= MAX_WAITING) return `${MAX_WAITING} mails are waiting already`;
    if (!isMailAddress(to)) return "the recipient's address cannot be used";
    return /\p{Cc}/u.test(subject) ? "the subject holds a control character" : null;
  }

  #startMore(): void {
    while (this.#underway.size < CONCURRENCY && this.#waiting.length > 0) {
      const delivered = this.#deliver(this.#waiting.shift()!).finally(() => {
        this.#underway.delete(delivered);
        this.#startMore();
      });
      this.#underway.add(delivered);
    }
  }

  async #deliver(mail: Mail): Promise<void> {
    const { now, newId, onOutcome } = this.#options;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(DEADLINE_MS)]);
    const message = { from: this.#from, id: newId(), date: new Date(now()) };
    try {
      await this.#delivery.deliver(composeMessage(mail, message), { signal });
      onOutcome?.("sent");
    } catch (error) {
      onOutcome?.("failed");
      this.#report(mail.to, (error as Error).message);
    }
  }

  #drop(to: string, reason: string): void {
    this.#options.onOutcome?.("dropped");
    this.#report(to, reason);
  }

  #report(to: string, reason: string): void {
    const recipient = isMailAddress(to) ? `an address at ${domainOf(to)}` : "an address";
    this.#options.onError(new Error(`A mail to ${recipient} was not sent: ${reason}.`));
  }

  async #drained(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway);
  }
}
