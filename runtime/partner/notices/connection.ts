import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isSameAddress } from "../../../corpus/net/address-guard.ts";
import { AttemptError } from "./outcome.ts";

/** Starts a TCP connection, as `connect` of `node:net` does. */
export type Connect = (options: { readonly host: string; readonly port: number }) => Socket;

export interface ConnectionOptions {
  readonly port: number;
  readonly connect: Connect;
  /** Ends the connection, established or not. */
  readonly signal: AbortSignal;
}

/** Errors if this machine has no route to the address's family: not a byte was sent. */
const NO_ROUTE = new Set(["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * Connects to the first address that this machine has a route to, and to no other: if that address
 * does not answer, no other is tried. Names are not looked up again, so the connection reaches an
 * address that was checked.
 *
 * @param addresses checked addresses, not names
 * @throws {AttemptError} `connect`, or `guard` if the connection leads elsewhere or its address is
 *   unknown
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
 * Starts TLS on a connection. The certificate is always verified, whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` says.
 *
 * @throws {AttemptError} `tls`
 */
export async function secure(socket: Socket, { host, signal }: TlsOptions): Promise<Socket> {
  const secured = endWith(
    signal,
    connectTls({
      socket,
      host,
      // SNI does not allow an address (RFC 6066 §3); the certificate is still checked against it.
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

/** Destroys the socket on abort; errors that come after nobody waits for it are ignored. */
function endWith(signal: AbortSignal, socket: Socket): Socket {
  socket.on("error", () => {});
  if (signal.aborted) socket.destroy();
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
  return socket;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
