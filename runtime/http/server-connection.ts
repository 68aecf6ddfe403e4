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
  return new RequestQueue(socket, options);
}

class RequestQueue implements Connection {
  readonly #socket: Duplex;
  readonly #options: ConnectionOptions;
  readonly #waiting: Arrival[] = [];
  /** The request being checked or answered. */
  #current: Arrival | undefined;
  /** The reason to end the connection once no request is waiting. */
  #ending: DropReason | undefined;
  #lastBytes: string | undefined;
  #isOver = false;
  #hasAnswered = false;
  /** Runs work outside of the request whose answer it follows. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(socket: Duplex, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.once("end", () => closeAfter(HALF_OPEN_MS, { socket, close: () => socket.end() }));
  }

  take(arrival: Arrival): void {
    if (this.#isOver) {
      arrival.request.resume();
      return;
    }
    this.#waiting.push(arrival);
    if (this.#waiting.length > MAX_WAITING) this.#socket.pause();
    // An earlier one that waits for its turn comes first.
    if (this.#waiting.length === 1) this.#advance();
  }

  end(reason: DropReason, refusal?: string): void {
    if (this.#ending !== undefined || this.#isOver || this.#socket.destroyed) return;
    this.#options.onDrop(reason);
    this.#ending = reason;
    this.#lastBytes = refusal;
    if (this.#current === undefined) this.#advance();
    else if (!this.#current.request.complete) this.#finish(reason);
  }

  adopt(): void {
    this.#socket.on("drain", () => this.#current?.response.emit("drain"));
    this.#socket.once("timeout", () => this.#socket.destroy());
  }

  drop(response: ServerResponse): void {
    if (this.#current?.response === response) this.#finish("handler");
  }

  #advance(): void {
    while (this.#current === undefined && this.#waiting.length > 0) {
      this.#current = this.#waiting.shift()!;
      this.#begin(this.#current);
    }
    if (this.#current !== undefined) return;
    if (this.#ending) this.#finish(this.#ending);
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  #begin(arrival: Arrival): void {
    const verdict = this.#options.judge(arrival.request);
    if (typeof verdict !== "object") this.#follow(verdict, arrival);
    else {
      void verdict.then((reason) => {
        this.#follow(reason, arrival);
        this.#advance();
      });
    }
  }

  #follow(verdict: Verdict, { request, response, handle }: Arrival): void {
    // A request that waits for a body that can no longer arrive is never answered.
    const reason = verdict || (request.complete ? undefined : this.#ending);
    if (this.#isOver || this.#socket.destroyed || reason) {
      request.resume();
      this.#current = undefined;
      if (reason) this.#finish(reason, request);
      return;
    }
    response.once("close", () => this.#outside(() => this.#settle(response)));
    handle();
  }

  #settle(response: ServerResponse): void {
    if (this.#current?.response !== response) return;
    this.#current = undefined;
    this.#hasAnswered = true;
    if (this.#waiting.length > 0) this.#options.startLater(() => this.#advance());
    else this.#advance();
  }

  #finish(reason: DropReason, request?: IncomingMessage): void {
    if (this.#isOver || this.#socket.destroyed) return;
    this.#isOver = true;
    for (const { request } of this.#waiting.splice(0)) request.resume();
    if (this.#ending === undefined) this.#options.onDrop(reason, request);
    // Reads and discards anything that the client still sends.
    if (this.#socket.isPaused()) this.#socket.resume();
    const hasBegun = this.#current?.response.headersSent === true;
    closeSocket(this.#socket, {
      hasAnswered: this.#hasAnswered,
      lastBytes: hasBegun ? undefined : this.#lastBytes,
    });
  }
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
