import { Hono } from "hono";
import { DocgateError } from "../../corpus/error.ts";
import { ADMIN_BASE } from "../admin/api/operations.ts";
import { refusalOf } from "../admin/refusal.ts";
import type { App, Chain } from "./app.ts";
import { addPages, type PageOptions, STORE_IS_AWAY } from "./chain-routes.ts";

/**
 * Stands in for the chain while its store does not answer yet: administrators are asked to come
 * again. Partners are dropped by the gate, because the store has the allow-list of Origins.
 */
export function createOutageRoutes(options: PageOptions): Chain {
  const away = new DocgateError("store-unavailable", "The store does not answer yet.");
  const { status, headers, message } = refusalOf(away)!;
  const routes: App = new Hono();
  routes.all(`${ADMIN_BASE}/*`, (context) =>
    context.json({ message }, status, { ...headers, "Cache-Control": "no-store" }),
  );
  addPages(routes, options);
  return {
    routes,
    checkReady: async () => ({ store: STORE_IS_AWAY }),
    isListed: async () => false,
  };
}
