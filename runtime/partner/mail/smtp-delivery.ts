import type { Transporter } from "nodemailer";
import type { Delivery } from "./delivery.ts";
import { parseSmtpUrl } from "./smtp-url.ts";

/** Maximum time for a server to accept a connection, to greet, or to send anything. */
const SILENCE_MS = 10_000;

/** The known details of a failed delivery; others might repeat an address or credentials. */
interface SmtpFailure {
  readonly code?: string;
  readonly message: string;
  readonly cause?: { readonly name?: string };
  readonly responseCode?: number;
  readonly command?: string;
}

/** Codes of nodemailer whose messages are only about the connection. */
const CONNECTION_CODES = new Set(["ECONNECTION", "EDNS", "ESOCKET", "ETIMEDOUT"]);

/**
 * Hands mails to a server by SMTP (RFC 5321).
 *
 * `smtps://` uses TLS from the start; `smtp://` changes to TLS if the server offers it (RFC 3207).
 * Certificates are verified. Credentials need TLS, except to a server on this machine.
 *
 * @param options.url `smtp://user:password@host:port`. Default ports: 587, and 465 for `smtps`.
 * @throws {Error} if the address cannot be used; the message does not repeat it
 */
export function createSmtpDelivery({ url }: { readonly url: string }): Delivery {
  const { place, ...server } = parseSmtpUrl(url);
  let loading: Promise<Transporter> | undefined;

  /** Loads the library with the first mail, because that takes time. */
  function load(): Promise<Transporter> {
    loading ??= import("nodemailer").then(({ createTransport }) =>
      createTransport({
        ...server,
        connectionTimeout: SILENCE_MS,
        greetingTimeout: SILENCE_MS,
        socketTimeout: SILENCE_MS,
        dnsTimeout: SILENCE_MS,
        tls: { rejectUnauthorized: true },
      }),
    );
    return loading;
  }

  async function attempt(action: (transport: Transporter) => Promise<unknown>): Promise<void> {
    try {
      await action(await load());
    } catch (error) {
      throw new Error(describe(error as SmtpFailure, place));
    }
  }

  return {
    deliver: (message, { signal }) =>
      attempt((transport) => transport.sendMail({ ...message, signal })),
    check: () => attempt((transport) => transport.verify()),
  };
}

function describe(failure: SmtpFailure, place: string): string {
  const { code = "unknown error", message, responseCode, command, cause } = failure;
  if (code === "EABORT") {
    const isLate = cause?.name === "TimeoutError";
    return isLate ? `${place} took too long` : `docgate stopped before ${place} took it`;
  }
  const verb = /^[A-Z]+/.exec(command ?? "")?.[0] ?? "the message";
  if (verb === "STARTTLS") return `${place} does not speak TLS, but the password needs it`;
  if (responseCode) {
    return `${place} answered ${responseCode} to ${verb}`;
  }
  return CONNECTION_CODES.has(code) ? `${place}: ${message} (${code})` : `${place}: ${code}`;
}
