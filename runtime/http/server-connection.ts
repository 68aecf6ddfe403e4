import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { DropReason, Verdict } from "./gate.ts";

/** How long a client may take in the last answer before the connection is cut off. */
const LINGER_MS = 1_000;

/**
 * One connection, whose requests may come faster than they are judged and answered (RFC 9112,
 * section 9.3.2). A drop ends it: the answers to earlier requests are sent to their end, no byte is
 * written for the dropped one, and no handler hears of those behind it.
 */
export interface Connection {
  /** Takes the next request. */
  take(arrival: Arrival): void;
  /** Ends the connection behind the requests that it has taken. */
  end(reason: DropReason): void;
  /** Ends the connection in front of a request that is being handled. */
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

type Step = () => void | Promise<void>;

export function createConnection(socket: Duplex, options: ConnectionOptions): Connection {
  const enqueue = createQueue();
  /** The answers under way, in order. */
  const open = new Set<ServerResponse>();
  /** Once the connection is to end: the only answers that are still sent. */
  let last: ReadonlySet<ServerResponse> | undefined;
  let hasAnswered = false;

  function follow(verdict: Verdict, { request, response, handle }: Arrival): void {
    if (last || socket.destroyed) request.resume();
    else if (verdict) {
      request.resume();
      endAfter([...open], verdict);
    } else {
      open.add(response);
      response.once("close", () => settle(response));
      handle();
    }
  }

  function settle(response: ServerResponse): void {
    open.delete(response);
    hasAnswered = true;
    closeIfDue();
  }

  function endAfter(answers: readonly ServerResponse[], reason: DropReason): void {
    if (socket.destroyed) return;
    options.onDrop(reason);
    // What waits for a body that cannot come any more is never answered.
    const sent = answers.filter((answer) => answer.req.complete && (last?.has(answer) ?? true));
    last = new Set(sent);
    closeIfDue();
  }

  function closeIfDue(): void {
    if (last?.isDisjointFrom(open)) closeSocket(socket, { hasAnswered });
  }

  return {
    take: (arrival) =>
      enqueue(() => {
        const verdict = last ? undefined : options.judge(arrival.request);
        return typeof verdict === "object"
          ? verdict.then((reason) => follow(reason, arrival))
          : follow(verdict, arrival);
      }),
    end: (reason) => enqueue(() => (last ? undefined : endAfter([...open], reason))),
    drop(response) {
      const answers = [...open];
      if (open.has(response)) endAfter(answers.slice(0, answers.indexOf(response)), "handler");
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

/** Runs steps one after another, and within the call while none of them takes time. */
function createQueue(): (step: Step) => void {
  const waiting: Step[] = [];
  let isBusy = false;

  function run(): void {
    isBusy = true;
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const pending = step();
      if (pending) {
        void pending.then(run);
        return;
      }
    }
    isBusy = false;
  }

  return (step) => {
    waiting.push(step);
    if (!isBusy) run();
  };
}
