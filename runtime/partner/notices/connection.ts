import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isSameAddress } from "./address-guard.ts";
import { AttemptError } from "./outcome.ts";

/** Starts a TCP connection, as `connect` of `node:net` does. */
export type Connect = (options: { readonly host: string; readonly port: number }) => Socket;

export interface ConnectionOptions {
  readonly port: number;
  readonly connect: Connect;
  /** Ends the connection, whether it stands or not. */
  readonly signal: AbortSignal;
}

/** This machine has no route to the address's family: not a byte left it. */
const NO_ROUTE = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * Connects to the first address that this machine has a route to, and to no other: who does not
 * answer there is not tried elsewhere. A name is never looked up again, so what was judged is what
 * is reached.
 *
 * @param addresses judged addresses, not names
 * @throws {AttemptError} `connect`, or `guard` if the connection leads elsewhere or cannot be told
 */
export async function openConnection(
  addresses: readonly string[],
  options: ConnectionOptions,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await connectTo(address, options);
    } catch (error) {
      failure = error;
      if (error instanceof AttemptError || !NO_ROUTE.has(codeOf(error))) break;
    }
  }
  throw failure instanceof AttemptError ? failure : new AttemptError("connect", { cause: failure });
}

async function connectTo(address: string, options: ConnectionOptions): Promise<Socket> {
  const { port, connect, signal } = options;
  const socket = endWith(signal, connect({ host: address, port }));
  await once(socket, "connect", { signal });
  if (isSameAddress(socket.remoteAddress ?? "", address)) return socket;
  socket.destroy();
  throw new AttemptError("guard");
}

export interface TlsOptions {
  /** The name or address that the certificate must be for. */
  readonly host: string;
  readonly signal: AbortSignal;
}

/**
 * Speaks TLS over a connection. The certificate is verified always: `NODE_TLS_REJECT_UNAUTHORIZED`
 * does not count here.
 *
 * @throws {AttemptError} `tls`
 */
export async function secure(socket: Socket, { host, signal }: TlsOptions): Promise<Socket> {
  const secured = endWith(
    signal,
    connectTls({
      socket,
      host,
      // An address is no server name (RFC 6066 §3); it is found in the certificate all the same.
      servername: isIP(host) === 0 ? host : "",
      rejectUnauthorized: true,
      ALPNProtocols: ["http/1.1"],
    }),
  );
  try {
    await once(secured, "secureConnect", { signal });
  } catch (cause) {
    throw new AttemptError("tls", { cause });
  }
  return secured;
}

/** Ends a socket with the signal; an error that comes when nobody waits any more is no matter. */
function endWith(signal: AbortSignal, socket: Socket): Socket {
  socket.on("error", () => {});
  if (signal.aborted) socket.destroy();
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
  return socket;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
