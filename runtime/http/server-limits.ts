import { createServer, type Server } from "node:http";

/** How much the server takes from clients, and how long it waits for them. */
export interface ServerLimits {
  /** Connections above this are closed as they come. */
  readonly maxConnections: number;
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
  server.timeout = limits.idleTimeoutMs;
  // All of them, up to the head's size: the one left out could be a second Origin.
  server.maxHeadersCount = 0;
  return server;
}
