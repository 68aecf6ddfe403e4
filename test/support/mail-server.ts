import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** True if the connection was encrypted. */
  readonly isSecure: boolean;
  /** The user who signed in; null if nobody did. */
  readonly user: string | null;
  readonly source: Buffer;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Waits for the mail at this position. */
  mail(index: number): Promise<ReceivedMail>;
}

/** The default options: no TLS, and no sign-in required. */
const PLAIN: SMTPServerOptions = { authOptional: true, disabledCommands: ["STARTTLS"] };

/** Accepts mails by SMTP until the test ends. */
export async function startMailServer(options: SMTPServerOptions = PLAIN): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const taken = new EventTarget();
  const server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 100,
    async onData(stream, { envelope, secure, user }, done) {
      const source = await buffer(stream);
      const { mailFrom, rcptTo } = envelope;
      const from = mailFrom ? mailFrom.address : "";
      const to = rcptTo.map(({ address }) => address);
      mails.push({ from, to, isSecure: secure, user: user ? String(user) : null, source });
      done();
      taken.dispatchEvent(new Event("mail"));
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    async mail(index) {
      while (mails.length <= index) await once(taken, "mail");
      return mails[index]!;
    },
  };
}
