import type { Server } from "node:http";

const IDLE_CHECK_MS = 50;

/** Accepts no new connection, lets requests in flight finish, and ends those that take too long. */
export async function closeServer(
  server: Server,
  { graceMs }: { readonly graceMs: number },
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its request is answered, so checks repeatedly.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
