import { DocgateError } from "../../../corpus/error.ts";

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

/** How to reach a mail server, in nodemailer's terms. */
export interface SmtpServer {
  /** The server's address in a form that may be shown. */
  readonly place: string;
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS?: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/**
 * Parses the address of a mail server: `smtp://user:password@host:port`, or `smtps://…`. Default
 * ports: 587, and 465 for `smtps`.
 *
 * @throws {DocgateError} `setting`; the message does not repeat the address
 */
export function parseSmtpUrl(text: string): SmtpServer {
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
      "The address of the mail server cannot be used: expected smtp://host:port or " +
        "smtps://host:port, with user:password@ before the host where it needs them.",
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
    // The message must not repeat the address.
    throw new DocgateError(
      "setting",
      'The user or the password of the mail server cannot be read: "%" must be written as "%25".',
    );
  }
}
