import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type Context, Hono } from "hono";
import { onTestFinished } from "vitest";
import { createServer, type ServerBindings } from "../../runtime/http/server.ts";
import { PARTNER_BASE } from "../../runtime/partner/api/operations.ts";
import { createPartner } from "../../runtime/partner/api/routes.ts";
import type { Platform } from "../../runtime/partner/platform.ts";

/**
 * Serves the partner API of a platform behind its Origin gate, on a free port, until the test ends:
 * real connections, with either engine.
 *
 * @returns the address of the paths below `/v1`
 */
export async function servePartner(platform: Platform): Promise<string> {
  const onError = (error: unknown) => {
    // Fails the test run: no server error is expected here.
    queueMicrotask(() => {
      throw error;
    });
  };
  const app = new Hono<{ Bindings: ServerBindings }>();
  const clientAddress = (context: Context) => context.req.header("Test-Address") ?? "192.0.2.1";
  app.route(
    PARTNER_BASE,
    createPartner(platform, { clientAddress, requestId: () => undefined, onError }),
  );
  const { served } = platform;
  const server = createServer({
    fetch: (request, env) => app.fetch(request, env),
    gate: {
      isListed: (origin, head) => served.isListed(origin, served.askFor(head)),
      onError,
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PARTNER_BASE}`;
}
