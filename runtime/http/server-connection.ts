import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { DropReason, Verdict } from "./gate.ts";
import type { StartLater } from "./request-turns.ts";

/** Time for a client to take in the last answer before the connection is closed. */
const LINGER_MS = 1_000;

/** Time for the requests of a client to be answered that sends no more, or has disconnected. */
const HALF_OPEN_MS = 1_000;

/** Maximum number of waiting requests of a connection; above it, reading pauses. */
const MAX_WAITING = 16;

/**
 * One connection, whose requests may arrive faster than they are checked and answered (RFC 9112,
 * section 9.3.2). They are answered one after another, so a client that does not read its answers
 * causes no further ones, and other connections have their turns in between. A drop ends the
 * connection: earlier requests have been answered, no byte is written for the dropped one, and later
 * ones reach no handler.
 */
export interface Connection {
  /** Accepts the next request. */
  take(arrival: Arrival): void;
  /**
   * Ends the connection after the requests that it has accepted.
   *
   * @param refusal The last bytes to send, unless an answer has begun. Default: none.
   */
  end(reason: DropReason, refusal?: string): void;
  /** Continues the answer in progress after node:http has left the socket, as it does at CONNECT. */
  adopt(): void;
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
  readonly startLater: StartLater;
}

export function createConnection(socket: Duplex, options: ConnectionOptions): Connection {
  const waiting: Arrival[] = [];
  /** The request being checked or answered. */
  let current: Arrival | undefined;
  /** The reason to end the connection once no request is waiting. */
  let ending: DropReason | undefined;
  let lastBytes: string | undefined;
  let isOver = false;
  let hasAnswered = false;
  /** Runs work outside of the request whose answer it follows. */
  const outside = AsyncLocalStorage.snapshot();

  socket.once("end", () => closeAfter(HALF_OPEN_MS, { socket, close: () => socket.end() }));

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
    response.once("close", () => outside(settle, response));
    handle();
  }

  function settle(response: ServerResponse): void {
    if (current?.response !== response) return;
    current = undefined;
    hasAnswered = true;
    if (waiting.length > 0) options.startLater(advance);
    else advance();
  }

  function finish(reason: DropReason, request?: IncomingMessage): void {
    if (isOver || socket.destroyed) return;
    isOver = true;
    for (const { request } of waiting.splice(0)) request.resume();
    if (ending === undefined) options.onDrop(reason, request);
    // Reads and discards anything that the client still sends.
    if (socket.isPaused()) socket.resume();
    const hasBegun = current?.response.headersSent === true;
    closeSocket(socket, { hasAnswered, lastBytes: hasBegun ? undefined : lastBytes });
  }

  return {
    take(arrival) {
      if (isOver) {
        arrival.request.resume();
        return;
      }
      waiting.push(arrival);
      if (waiting.length > MAX_WAITING) socket.pause();
      // An earlier one that waits for its turn comes first.
      if (waiting.length === 1) advance();
    },
    end(reason, refusal) {
      if (ending !== undefined || isOver || socket.destroyed) return;
      options.onDrop(reason);
      ending = reason;
      lastBytes = refusal;
      if (current === undefined) advance();
      else if (!current.request.complete) finish(reason);
    },
    adopt() {
      socket.on("drain", () => current?.response.emit("drain"));
      socket.once("timeout", () => socket.destroy());
    },
    drop(response) {
      if (current?.response === response) finish("handler");
    },
  };
}

interface CloseOptions {
  readonly hasAnswered: boolean;
  readonly lastBytes: string | undefined;
}

/**
 * Closes without sending a byte, or with these. Earlier answers must still arrive: closing while the
 * client is sending would reset the connection, which discards data in transit (RFC 9112, section 9.6).
 */
function closeSocket(socket: Duplex, { hasAnswered, lastBytes }: CloseOptions): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (!hasAnswered && lastBytes === undefined) {
    socket.destroy();
    return;
  }
  socket.end(lastBytes);
  closeAfter(LINGER_MS, { socket, close: () => socket.destroy() });
}

interface CloseAfterOptions {
  readonly socket: Duplex;
  readonly close: () => void;
}

/** Closes a socket later, if it is still open then. */
function closeAfter(delayMs: number, { socket, close }: CloseAfterOptions): void {
  const timer = setTimeout(close, delayMs);
  socket.once("close", () => clearTimeout(timer));
}
