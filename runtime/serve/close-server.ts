import type { Server } from "node:http";

const IDLE_CHECK_MS = 50;

/** Takes no new connection, lets requests in flight finish, and ends what takes too long. */
export async function closeServer(
  server: Server,
  { graceMs }: { readonly graceMs: number },
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection is idle again once its request is answered, not only now.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
