import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { DropReason, Verdict } from "./gate.ts";

/** How long a client may take in the last answer before the connection is cut off. */
const LINGER_MS = 1_000;

/** Requests of a connection that wait for their turn; then no more are read for a while. */
const MAX_WAITING = 16;

/**
 * One connection, whose requests may come faster than they are judged and answered (RFC 9112,
 * section 9.3.2): they are answered one after another, so that a client that reads no answer causes
 * no second one. A drop ends the connection: the answers to earlier requests have been sent, no byte
 * is written for the dropped one, and no handler hears of those behind it.
 */
export interface Connection {
  /** Takes the next request. */
  take(arrival: Arrival): void;
  /** Ends the connection behind the requests that it has taken. */
  end(reason: DropReason): void;
  /** Ends the connection in front of the request that is being handled. */
  drop(response: ServerResponse): void;
}

export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Starts on the answer. */
  handle(): void;
}

export interface ConnectionOptions {
  judge(request: IncomingMessage): Verdict | Promise<Verdict>;
  onDrop(reason: DropReason): void;
}

export function createConnection(socket: Duplex, options: ConnectionOptions): Connection {
  const waiting: Arrival[] = [];
  /** Being judged or answered. */
  let current: Arrival | undefined;
  /** Why the connection ends once nothing waits any more. */
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
    // What waits for a body that cannot come any more is never answered.
    const reason = verdict || (request.complete ? undefined : ending);
    if (isOver || socket.destroyed || reason) {
      request.resume();
      current = undefined;
      if (reason) finish(reason);
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

  function finish(reason: DropReason): void {
    if (isOver || socket.destroyed) return;
    isOver = true;
    for (const { request } of waiting.splice(0)) request.resume();
    if (ending === undefined) options.onDrop(reason);
    // What the client still sends is read and let go.
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
 * Closes without a byte of its own. What was answered before must arrive: closing while the client
 * still sends would reset the connection, and that discards what is on its way (RFC 9112, section
 * 9.6).
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
