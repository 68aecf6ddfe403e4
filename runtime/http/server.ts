import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Gate, judge } from "./gate.ts";
import { type Connection, type ConnectionOptions, createConnection } from "./server-connection.ts";
import { createLimitedServer, type ServerLimits } from "./server-limits.ts";

export type Fetch = (request: Request, env: ServerBindings) => Response | Promise<Response>;

/** What a handler gets beside the request: `context.env` in Hono. */
export interface ServerBindings extends HttpBindings {
  /**
   * Closes the connection without an answer to this request, once those before it are answered.
   *
   * @returns what the handler is to return; it is not sent
   */
  drop(): Response;
}

export interface GatedServerOptions {
  readonly fetch: Fetch;
  /** Gets each request before `fetch` does. @returns whether it answers it */
  readonly handleNode?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Left out, nothing is gated, and what cannot be read is answered as node:http does. */
  readonly gate?: Gate | undefined;
  /** What is left out has its default. */
  readonly limits?: Partial<ServerLimits>;
}

/** What the access log shows of a dropped request, as other servers do that drop some. */
export const NO_ANSWER = 444;

/**
 * Makes the HTTP server, which does not listen yet.
 *
 * With a gate, a request under `/v1` without a listed Origin and what cannot be read as a request
 * end their connection without a byte (Partner Integration API, section 5.1; CHAIN-C3). No
 * handler could do that: node:http by itself answers some of them 100, 400, 408, 417 or 431.
 */
export function createServer(options: GatedServerOptions): Server {
  const { fetch, handleNode, gate, limits = {} } = options;
  const server = createLimitedServer(limits);
  const connectionOf = trackConnections(gate);
  const answer = getRequestListener(toFetchCallback(fetch, connectionOf));
  const answerShortly: RequestListener = (request, response) => {
    if (!handleNode?.(request, response)) void answer(request, response);
  };
  const inTurn = (handle: RequestListener): RequestListener => {
    return (request, response) =>
      connectionOf(request.socket).take({
        request,
        response,
        handle: () => void handle(request, response),
      });
  };

  server.on("request", inTurn(answerShortly));
  if (gate === undefined) return server;
  server.on("checkContinue", inTurn(continueWith(answer)));
  server.on("checkExpectation", inTurn(refuseExpectation));
  server.on("connect", (_, socket) => connectionOf(socket).end("unreadable"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    connectionOf(socket).end(isLate ? "timeout" : "unreadable");
  });
  return server;
}

type ConnectionOf = (socket: Duplex) => Connection;

function trackConnections(gate: Gate | undefined): ConnectionOf {
  const connections = new WeakMap<Duplex, Connection>();
  const options: ConnectionOptions = {
    judge: (request) => (gate ? judge(request, gate) : undefined),
    onDrop: (reason) => gate?.onDrop?.(reason),
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

/** Asks for the body that the client holds back, and answers. */
function continueWith(answer: RequestListener): RequestListener {
  return (request, response) => {
    response.writeContinue();
    return answer(request, response);
  };
}

/** Answers 417 (RFC 9110, section 10.1.1). Whether the body still comes is unknown. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { Connection: "close" }).end();
}
