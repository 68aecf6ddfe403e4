import { Hono } from "hono";
import { DocgateError } from "../../corpus/error.ts";
import { ADMIN_BASE } from "../admin/api/operations.ts";
import { PARTNER_PAGE } from "../admin/partner-page/partner-links.ts";
import { refusalOf } from "../admin/refusal.ts";
import type { App, Chain } from "./app.ts";
import { addDescription, type DescriptionOptions, STORE_IS_AWAY } from "./chain-routes.ts";
import { rootOf } from "./pages/send-page.ts";
import { renderEntrance } from "./partner-page/page.ts";

/**
 * Replaces the chain while its store does not answer yet: administrators are asked to retry. The
 * gate drops partners, because the allow-list of Origins is in the store.
 */
export function createOutageRoutes(options: DescriptionOptions): Chain {
  const away = new DocgateError("store-unavailable", "The store does not answer yet.");
  const { status, headers, message } = refusalOf(away)!;
  const routes: App = new Hono();
  routes.all(`${ADMIN_BASE}/*`, (context) =>
    context.json({ message }, status, { ...headers, "Cache-Control": "no-store" }),
  );
  const describe = addDescription(routes, options);
  return {
    routes,
    partnerPage(show) {
      const page: App = new Hono();
      return page.all(`${PARTNER_PAGE}/*`, async ({ req }) => {
        const content = await renderEntrance({ root: rootOf(req.path), refusal: message });
        return show(req, { status, content });
      });
    },
    describe,
    checkReady: async () => ({ store: STORE_IS_AWAY }),
    isListed: async () => false,
    countDropped() {},
  };
}
