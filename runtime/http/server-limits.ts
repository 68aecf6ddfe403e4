import { createServer, type Server } from "node:http";
import { networkOf } from "./network.ts";

/** How much the server accepts from clients, and how long it waits for them. */
export interface ServerLimits {
  /** Connections above this number are closed when they open. */
  readonly maxConnections: number;
  /**
   * Connections of one client's network above this number are closed when they open. Null for no
   * limit: behind a reverse proxy, all connections have its address.
   */
  readonly maxConnectionsPerNetwork: number | null;
  /** Size of the request line and the headers together. */
  readonly maxHeadBytes: number;
  /** Time for a head to arrive; for the first one, from the start of the connection. */
  readonly headTimeoutMs: number;
  /** Time for a request to arrive with its body. */
  readonly requestTimeoutMs: number;
  /** Time for the next request of a connection to begin. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Time without any byte in either direction, including an answer that the client does not read.
   */
  readonly idleTimeoutMs: number;
}

const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 2_048,
  maxConnectionsPerNetwork: 512,
  maxHeadBytes: 16_384,
  headTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 5_000,
  idleTimeoutMs: 120_000,
};

/** Interval of the check for late heads and requests. */
const CHECK_INTERVAL_MS = 1_000;

/** Creates a server that neither listens nor answers yet, and limits what each client can use. */
export function createLimitedServer(overrides: Partial<ServerLimits>): Server {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const server = createServer({
    maxHeaderSize: limits.maxHeadBytes,
    headersTimeout: limits.headTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // Left to the listener, which would not see a request refused for a missing Host.
    requireHostHeader: false,
  });
  // A client that sends no more may still read: its connection is ended by `createConnection`.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = limits.maxConnections;
  if (limits.maxConnectionsPerNetwork !== null) {
    boundNetworks(server, limits.maxConnectionsPerNetwork);
  }
  server.timeout = limits.idleTimeoutMs;
  // All headers, up to the head's size: an omitted one could be a second Origin.
  server.maxHeadersCount = 0;
  return server;
}

function boundNetworks(server: Server, max: number): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const count = counts.get(network) ?? 0;
    if (count >= max) {
      socket.destroy();
      return;
    }
    counts.set(network, count + 1);
    socket.once("close", () => {
      const left = counts.get(network)! - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
