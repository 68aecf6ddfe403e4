import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { Identity } from "./tls-identities.ts";

/** A partner's server as a listener sees it. */
export interface Receiver {
  readonly port: number;
  /** An address with `127.0.0.1` as the host, and a path. */
  readonly url: string;
  /** Counts the TCP connections, including those being made. */
  connections(): Promise<number>;
  /** Each request as it came over the wire, in order. */
  readonly requests: readonly string[];
  /** Counts all bytes received, part of a request or not. */
  receivedBytes(): number;
  /** Returns the server name that the last TLS client asked for. */
  serverName(): string | false | undefined;
  /** Resolves when every connection so far has ended. */
  idle(): Promise<void>;
}

export interface ReceiverOptions {
  readonly host?: string;
  /** Sent to each connection before anything is received. */
  readonly greeting?: string;
  /** Uses TLS with this identity. */
  readonly identity?: Identity;
}

/**
 * Listens until the test ends.
 *
 * @param answer called with the connection when a whole request has arrived
 */
export async function receive(
  answer: (socket: Socket) => void,
  { host = "127.0.0.1", greeting, identity }: ReceiverOptions = {},
): Promise<Receiver> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const clientPorts = new Set<number | undefined>();
  let receivedBytes = 0;
  let serverName: string | false | undefined;

  function serve(socket: Socket): void {
    let text = "";
    socket.on("error", () => {});
    if (greeting !== undefined) socket.write(greeting);
    socket.on("data", (chunk) => {
      receivedBytes += chunk.length;
      text += chunk.toString("latin1");
      const end = endOfRequest(text);
      if (end === null) return;
      requests.push(text.slice(0, end));
      text = text.slice(end);
      answer(socket);
    });
  }

  function serveTls(socket: Socket): void {
    // Present in Node but missing in the types.
    ({ servername: serverName } = socket as { readonly servername?: string | false });
    serve(socket);
  }

  const server: Server = identity ? createTlsServer(identity, serveTls) : createServer(serve);
  server.on("tlsClientError", () => {});
  server.on("connection", (socket) => {
    clientPorts.add(socket.remotePort);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${identity ? "https" : "http"}://127.0.0.1:${port}/notices`,
    async connections() {
      const probe = connect(port, host === "::" ? "::1" : host);
      await once(probe, "connect");
      // Connections are accepted in order: after this one, no earlier one is left.
      const { localPort } = probe;
      while (!clientPorts.has(localPort)) await once(server, "connection");
      clientPorts.delete(localPort);
      probe.destroy();
      return clientPorts.size;
    },
    requests,
    receivedBytes: () => receivedBytes,
    serverName: () => serverName,
    async idle() {
      await Promise.all(
        [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
      );
    },
  };
}

/** Returns the end of the first request in the text; null while it is incomplete. */
function endOfRequest(text: string): number | null {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? "0";
  const end = headEnd + 4 + Number(length);
  return text.length < end ? null : end;
}

/** Answers in one piece and ends the connection. */
export function answering(text: string): (socket: Socket) => void {
  return (socket) => void socket.end(text);
}

export const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Writes a beginning and then the same piece repeatedly, as fast as possible, until the end. */
export function flood(socket: Socket, beginning: string, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(beginning);
  socket.on("drain", write);
  write();
}

/** Writes a beginning and then the same piece every few milliseconds until the connection ends. */
export function trickle(socket: Socket, beginning: string, piece: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on("close", () => clearInterval(timer));
}
