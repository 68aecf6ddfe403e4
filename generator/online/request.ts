import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isSameAddress } from "../../corpus/net/address-guard.ts";
import { type Allowance, addressesOf, type LookUp } from "./reachable.ts";

/** The answer to a request. */
export interface HeadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The part of its body that is read. */
  readonly body: Buffer;
}

export interface RequestOptions {
  readonly method: "GET" | "HEAD";
  readonly allow: Allowance;
  readonly userAgent: string;
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** How much of the body is read, at least. Default: nothing. */
  readonly maxBodyBytes?: number;
  /** Default: as the system does. */
  readonly lookUp?: LookUp | undefined;
}

/**
 * Sends a request to a public address, and returns the beginning of the answer. The addresses of the
 * name are checked, and the connection reaches no other. Redirects are not followed.
 *
 * @throws {UnreachableHost} if the host may not be asked or has no address
 */
export async function request(url: URL, options: RequestOptions): Promise<HeadAnswer> {
  const { method, signal, userAgent } = options;
  const addresses = await addressesOf(url, options);
  const socket = await openConnection(url, { addresses, signal });
  try {
    const sending = send({
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        "User-Agent": userAgent,
        Accept: "text/html,*/*;q=0.8",
        Connection: "close",
      },
      createConnection: () => socket,
      signal,
    });
    sending.end();
    const [answer] = (await once(sending, "response", { signal })) as [IncomingMessage];
    const body = await beginningOf(answer, options.maxBodyBytes ?? 0);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body };
  } finally {
    socket.destroy();
  }
}

async function beginningOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (maxBytes === 0) return Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Milliseconds for a connection to one of several addresses. */
const CONNECT_MS = 3000;

interface ConnectionOptions {
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

async function openConnection(url: URL, { addresses, signal }: ConnectionOptions): Promise<Socket> {
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  let failure: unknown;
  for (const address of addresses) {
    const limit =
      addresses.length === 1 ? signal : AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    try {
      const socket = await connectTo(address, { port, signal: limit });
      return url.protocol === "https:" ? await secure(socket, { url, signal }) : socket;
    } catch (error) {
      failure = error;
      if (signal.aborted) break;
    }
  }
  throw failure;
}

async function connectTo(
  address: string,
  { port, signal }: { readonly port: number; readonly signal: AbortSignal },
): Promise<Socket> {
  const socket = connect({ host: address, port });
  // Errors that come after nobody waits for it change nothing.
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal });
    if (isSameAddress(socket.remoteAddress ?? "", address)) return socket;
    throw new Error("The connection leads to another address");
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function secure(
  socket: Socket,
  { url, signal }: { readonly url: URL; readonly signal: AbortSignal },
): Promise<Socket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const secured = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : "",
    ALPNProtocols: ["http/1.1"],
  });
  secured.on("error", () => {});
  try {
    await once(secured, "secureConnect", { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    throw error;
  }
}
