import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, vi } from "vitest";
import type { ServerLimits } from "../../runtime/http/server-limits.ts";
import { ROOT, type Runtime, scriptLine } from "./command.ts";

export interface GateServerOptions {
  /** The allow-list. */
  readonly listed: readonly string[];
  /** True to leave out the gate. */
  readonly isOpen?: boolean;
  /** True to keep no lists, so that its memory is the server's own. */
  readonly isForgetful?: boolean;
  readonly limits?: Partial<ServerLimits>;
}

/** The observations of `test/fixtures/gate-server.ts` so far. */
export interface GateServerStats {
  /** The Origins that were looked up. */
  readonly asked: readonly string[];
  /** Method and path of each request that reached the app. */
  readonly handled: readonly string[];
  /** The reasons of the drops. */
  readonly dropped: readonly string[];
  /** The causes of failed look-ups. */
  readonly errors: readonly string[];
  /** Number of handlers and look-ups waiting for a release. */
  readonly waiting: number;
  /** Number of open connections, including the one that asks. */
  readonly connections: number;
}

export interface GateServer {
  readonly port: number;
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  stats(): Promise<GateServerStats>;
  /** Waits until `count` handlers and look-ups wait, and lets them continue. */
  release(count: number): Promise<void>;
}

/** Starts the fixture in a separate process, on a free port. */
export async function startGateServer(
  runtime: Runtime,
  options: GateServerOptions,
): Promise<GateServer> {
  const script = `${ROOT}test/fixtures/gate-server.ts`;
  const [program, args] = scriptLine(runtime, [script, JSON.stringify(options)]);
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const port = Number(/^listening on (\d+)$/.exec(line)![1]);

  async function stats(): Promise<GateServerStats> {
    const response = await fetch(`http://127.0.0.1:${port}/stats`);
    return (await response.json()) as GateServerStats;
  }

  return {
    port,
    process: child,
    exited,
    stats,
    async release(count) {
      await vi.waitFor(async () => {
        const { waiting } = await stats();
        if (waiting !== count) throw new Error(`${waiting} wait, not ${count}`);
      }, SOON);
      await fetch(`http://127.0.0.1:${port}/release`, { method: "POST" });
    },
  };
}

/** Starts one server for the tests of the `describe` in which it is called. */
export function shareGateServer(
  runtime: Runtime,
  options: GateServerOptions,
): Pick<GateServer, "port" | "stats" | "release"> {
  let server: GateServer;
  beforeAll(async () => {
    server = await startGateServer(runtime, options);
  });
  afterAll(async () => {
    server.process.kill("SIGKILL");
    await server.exited;
  });
  return {
    get port() {
      return server.port;
    },
    stats: () => server.stats(),
    release: (count) => server.release(count),
  };
}

/** Formats a request. */
export function requestText(
  method: string,
  target: string,
  { headers = [], body = "" }: { headers?: readonly string[]; body?: string } = {},
): string {
  const length = body === "" ? [] : [`Content-Length: ${body.length}`];
  const lines = [`${method} ${target} HTTP/1.1`, "Host: docs.example", ...headers, ...length];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Limits for waiting for something that should happen soon. */
export const SOON = { timeout: 8_000, interval: 5 };

/** A connection on which a test sends any bytes. */
export interface RawConnection {
  readonly socket: Socket;
  /** Sends the text, each character as one byte. */
  send(text: string): void;
  /** Returns everything received so far. */
  received(): string;
  /** Waits until this text has been received. @throws {Error} if it does not arrive */
  waitFor(text: string): Promise<void>;
  /** Waits for the close, or throws. @returns everything received until then */
  closed(): Promise<string>;
}

/** @param localAddress the address to connect from */
export async function openConnection(
  port: number,
  localAddress = "127.0.0.1",
): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", localAddress }).setNoDelay();
  let received = "";
  let isClosed = false;
  socket.setEncoding("latin1").on("data", (text) => (received += text));
  // A reset counts as a regular end.
  socket.on("error", () => undefined).on("close", () => (isClosed = true));
  await once(socket, "connect");
  return {
    socket,
    send: (text) => void socket.write(text, "latin1"),
    received: () => received,
    waitFor: (text) =>
      vi.waitFor(() => {
        if (!received.includes(text)) throw new Error(`No "${text}" in "${received}"`);
      }, SOON),
    async closed() {
      try {
        await vi.waitFor(() => {
          if (!isClosed) throw new Error(`Still open, with "${received}"`);
        }, SOON);
        return received;
      } finally {
        socket.destroy();
      }
    },
  };
}

/** Sends bytes on a separate connection. @returns everything received until it was closed */
export async function exchange(port: number, text: string, localAddress?: string): Promise<string> {
  const connection = await openConnection(port, localAddress);
  connection.send(text);
  return connection.closed();
}
