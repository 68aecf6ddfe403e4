import { createServer, type Server } from "node:http";
import { networkOf } from "./network.ts";

/** How much the server takes from clients, and how long it waits for them. */
export interface ServerLimits {
  /** Connections above this are closed as they come. */
  readonly maxConnections: number;
  /**
   * Connections of one client's network above this are closed as they come; null for no such bound:
   * behind a reverse proxy all of them have its address.
   */
  readonly maxConnectionsPerNetwork: number | null;
  /** The request line and the headers together. */
  readonly maxHeadBytes: number;
  /** For a head to arrive, the first one counted from the connection's start. */
  readonly headTimeoutMs: number;
  /** For a request to arrive with its body. */
  readonly requestTimeoutMs: number;
  /** For the next request of a connection to begin. */
  readonly keepAliveTimeoutMs: number;
  /** For a byte to move, also of an answer that the client does not read. */
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

/** How often it is looked whether a head or a request is late. */
const CHECK_INTERVAL_MS = 1_000;

/** Makes a server that neither listens nor answers yet, and bounds what each client can hold. */
export function createLimitedServer(overrides: Partial<ServerLimits>): Server {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const server = createServer({
    maxHeaderSize: limits.maxHeadBytes,
    headersTimeout: limits.headTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // Left to the listener, who would not hear of a request that is refused for a missing Host.
    requireHostHeader: false,
  });
  server.maxConnections = limits.maxConnections;
  if (limits.maxConnectionsPerNetwork !== null) {
    boundNetworks(server, limits.maxConnectionsPerNetwork);
  }
  server.timeout = limits.idleTimeoutMs;
  // All of them, up to the head's size: the one left out could be a second Origin.
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
