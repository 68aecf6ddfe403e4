import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { DropReason, Verdict } from "./gate.ts";

/** Time for a client to take in the last answer before the connection is closed. */
const LINGER_MS = 1_000;

/** Maximum number of waiting requests of a connection; above it, reading pauses. */
const MAX_WAITING = 16;

/**
 * One connection, whose requests may arrive faster than they are checked and answered (RFC 9112,
 * section 9.3.2). They are answered one after another, so a client that does not read its answers
 * causes no further ones. A drop ends the connection: earlier requests have been answered, no byte
 * is written for the dropped one, and later ones reach no handler.
 */
export interface Connection {
  /** Accepts the next request. */
  take(arrival: Arrival): void;
  /** Ends the connection after the requests that it has accepted. */
  end(reason: DropReason): void;
  /** Ends the connection before the request that is being handled. */
  drop(response: ServerResponse): void;
}

export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Starts the answer. */
  handle(): void;
}

export interface ConnectionOptions {
  judge(request: IncomingMessage): Verdict | Promise<Verdict>;
  onDrop(reason: DropReason, request?: IncomingMessage): void;
}

export function createConnection(socket: Duplex, options: ConnectionOptions): Connection {
  const waiting: Arrival[] = [];
  /** The request being checked or answered. */
  let current: Arrival | undefined;
  /** The reason to end the connection once no request is waiting. */
  let ending: DropReason | undefined;
  let isOver = false;
  let hasAnswered = false;

  function advance(): void {
    while (current === undefined && waiting.length > 0) {
      current = waiting.shift()!;
      begin(current);
    }
    if (current !== undefined) return;
    if (ending) finish(ending);
    else if (socket.isPaused()) socket.resume();
  }

  function begin(arrival: Arrival): void {
    const verdict = options.judge(arrival.request);
    if (typeof verdict !== "object") follow(verdict, arrival);
    else {
      void verdict.then((reason) => {
        follow(reason, arrival);
        advance();
      });
    }
  }

  function follow(verdict: Verdict, { request, response, handle }: Arrival): void {
    // A request that waits for a body that can no longer arrive is never answered.
    const reason = verdict || (request.complete ? undefined : ending);
    if (isOver || socket.destroyed || reason) {
      request.resume();
      current = undefined;
      if (reason) finish(reason, request);
      return;
    }
    response.once("close", () => settle(response));
    handle();
  }

  function settle(response: ServerResponse): void {
    if (current?.response !== response) return;
    current = undefined;
    hasAnswered = true;
    advance();
  }

  function finish(reason: DropReason, request?: IncomingMessage): void {
    if (isOver || socket.destroyed) return;
    isOver = true;
    for (const { request } of waiting.splice(0)) request.resume();
    if (ending === undefined) options.onDrop(reason, request);
    // Reads and discards anything that the client still sends.
    if (socket.isPaused()) socket.resume();
    closeSocket(socket, { hasAnswered });
  }

  return {
    take(arrival) {
      if (isOver) {
        arrival.request.resume();
        return;
      }
      waiting.push(arrival);
      if (waiting.length > MAX_WAITING) socket.pause();
      advance();
    },
    end(reason) {
      if (ending !== undefined || isOver || socket.destroyed) return;
      options.onDrop(reason);
      ending = reason;
      if (current === undefined) advance();
      else if (!current.request.complete) finish(reason);
    },
    drop(response) {
      if (current?.response === response) finish("handler");
    },
  };
}

/**
 * Closes without sending a byte. Earlier answers must still arrive: closing while the client is
 * sending would reset the connection, which discards data in transit (RFC 9112, section 9.6).
 */
function closeSocket(socket: Duplex, { hasAnswered }: { hasAnswered: boolean }): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (!hasAnswered) {
    socket.destroy();
    return;
  }
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
