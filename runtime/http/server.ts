import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Gate, judge } from "./gate.ts";
import { createRequestTurns } from "./request-turns.ts";
import { type Connection, type ConnectionOptions, createConnection } from "./server-connection.ts";
import { createLimitedServer, type ServerLimits } from "./server-limits.ts";

export type Fetch = (request: Request, env: ServerBindings) => Response | Promise<Response>;

/** Bindings of a handler apart from the request: `context.env` in Hono. */
export interface ServerBindings extends HttpBindings {
  /**
   * Closes the connection without answering this request, once earlier ones are answered.
   *
   * @returns the response for the handler to return; it is not sent
   */
  drop(): Response;
}

export interface GatedServerOptions {
  readonly fetch: Fetch;
  /** Default: requests are not gated, and the ones that cannot be read are answered. */
  readonly gate?: Gate | undefined;
  /** Omitted limits have their defaults. */
  readonly limits?: Partial<ServerLimits>;
}

/** Status of a dropped request in the access log, as in other servers that drop requests. */
export const NO_ANSWER = 444;

/**
 * Creates the HTTP server, which does not listen yet.
 *
 * With a gate, requests under `/v1` without a listed Origin and requests that cannot be read end
 * their connection without a byte (Partner Integration API, section 5.1; CHAIN-C3). A handler could
 * not do that: node:http itself answers some of them with 100, 400, 408, 417 or 431.
 */
export function createServer(options: GatedServerOptions): Server {
  const { fetch, gate, limits = {} } = options;
  const server = createLimitedServer(limits);
  const connectionOf = trackConnections(gate);
  const answer = getRequestListener(toFetchCallback(fetch, connectionOf));
  const inTurn = (handle: RequestListener): RequestListener => {
    return (request, response) =>
      connectionOf(request.socket).take({
        request,
        response,
        handle: () => void handle(request, response),
      });
  };

  server.on("request", inTurn(answer));
  server.on("connect", (_, socket) => {
    connectionOf(socket).adopt();
    connectionOf(socket).end("unreadable");
  });
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
    const reason = code === "ERR_HTTP_REQUEST_TIMEOUT" ? "timeout" : "unreadable";
    connectionOf(socket).end(reason, gate ? undefined : refusalFor(code));
  });
  if (gate === undefined) return server;
  server.on("checkContinue", inTurn(continueWith(answer)));
  server.on("checkExpectation", inTurn(refuseExpectation));
  return server;
}

type ConnectionOf = (socket: Duplex) => Connection;

function trackConnections(gate: Gate | undefined): ConnectionOf {
  const connections = new WeakMap<Duplex, Connection>();
  const options: ConnectionOptions = {
    judge: (request) => (gate ? judge(request, gate) : undefined),
    onDrop: (reason, request) => gate?.onDrop?.(reason, request),
    startLater: createRequestTurns(),
  };
  return (socket) => {
    const connection = connections.get(socket) ?? createConnection(socket, options);
    connections.set(socket, connection);
    return connection;
  };
}

function toFetchCallback(fetch: Fetch, connectionOf: ConnectionOf) {
  return (request: Request, env: object): Response | Promise<Response> => {
    const { incoming, outgoing } = env as HttpBindings;
    let isDropped = false;
    function drop(): Response {
      isDropped = true;
      connectionOf(incoming.socket).drop(outgoing);
      return new Response(null, { status: NO_ANSWER });
    }
    const send = (response: Response) => (isDropped ? RESPONSE_ALREADY_SENT : response);
    const response = fetch(request, { incoming, outgoing, drop });
    return response instanceof Promise ? response.then(send) : send(response);
  };
}

/** Statuses of requests that cannot be read, by the code of the error; 400 for the others. */
const REFUSALS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Returns the answer that node:http itself would send, which does not wait for earlier ones. */
function refusalFor(code: string): string {
  const status = REFUSALS[code] ?? 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}

/** Asks for the body that the client withholds, and answers. */
function continueWith(answer: RequestListener): RequestListener {
  return (request, response) => {
    response.writeContinue();
    return answer(request, response);
  };
}

/** Answers 417 (RFC 9110, section 10.1.1). The body may still arrive. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { Connection: "close" }).end();
}
