import { createTransport } from "nodemailer";
import { DocgateError } from "../../../corpus/error.ts";
import type { Delivery } from "./delivery.ts";

/** The most that a server may take to accept a connection, to greet, or to say anything. */
const SILENCE_MS = 10_000;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

/** What is known of a failed delivery; the rest may repeat an address or credentials. */
interface SmtpFailure {
  readonly code?: string;
  readonly message: string;
  readonly cause?: unknown;
  readonly responseCode?: number;
  readonly command?: string;
}

/** Codes of nodemailer whose messages are about the connection only. */
const CONNECTION_CODES = new Set(["ECONNECTION", "EDNS", "ESOCKET", "ETIMEDOUT"]);

/**
 * Hands mails to a server by SMTP (RFC 5321).
 *
 * `smtps://` speaks TLS from the start; `smtp://` changes to TLS where the server offers it (RFC
 * 3207). Certificates are verified. Credentials go over TLS only, but to a server on this machine.
 *
 * @param options.url `smtp://user:password@host:port`; ports 587 and 465 (`smtps`) unless told.
 * @throws {Error} if the address cannot be used; the message does not repeat it
 */
export function createSmtpDelivery({ url }: { readonly url: string }): Delivery {
  const { place, ...server } = parseSmtpUrl(url);
  const transport = createTransport({
    ...server,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
    tls: { rejectUnauthorized: true },
  });

  async function attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      throw new Error(describe(error as SmtpFailure, place));
    }
  }

  return {
    deliver: (message, { signal }) => attempt(() => transport.sendMail({ ...message, signal })),
    check: () => attempt(() => transport.verify()),
  };
}

interface SmtpServer {
  /** The server's address as it may be shown. */
  readonly place: string;
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS?: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? ""];
  if (
    !url ||
    !defaultPort ||
    !url.hostname ||
    !/^\/?$/.test(url.pathname + url.search + url.hash)
  ) {
    throw new DocgateError(
      "setting",
      "The address of the mail server cannot be used: expected smtp://host:port or smtps://host:port, with user:password@ before the host where it needs them.",
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port) || defaultPort;
  return {
    place: `${url.protocol}//${url.hostname}:${port}`,
    host,
    port,
    secure: url.protocol === "smtps:",
    ...(url.username && {
      auth: { user: decode(url.username), pass: decode(url.password) },
      requireTLS: !LOOPBACK.test(host),
    }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The message must not repeat it.
    throw new DocgateError(
      "setting",
      'The user or the password of the mail server cannot be read: "%" must be written as "%25".',
    );
  }
}

function describe(failure: SmtpFailure, place: string): string {
  const { code = "unknown error", message, responseCode, command, cause } = failure;
  if (code === "EABORT") {
    const isLate = cause instanceof DOMException && cause.code === DOMException.TIMEOUT_ERR;
    return isLate ? `${place} took too long` : `docgate stopped before ${place} took it`;
  }
  const verb = /^[A-Z]+/.exec(command ?? "")?.[0] ?? "the message";
  if (verb === "STARTTLS") return `${place} does not speak TLS, but the password needs it`;
  if (responseCode) {
    return `${place} answered ${responseCode} to ${verb}`;
  }
  return CONNECTION_CODES.has(code) ? `${place}: ${message} (${code})` : `${place}: ${code}`;
}
