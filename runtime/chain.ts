import type { Context } from "hono";
import { Hono } from "hono";
import { ADMIN_BASE } from "./admin/operations.ts";
import { createAdmin } from "./admin/routes.ts";
import { createApiDescription } from "./api-description.ts";
import type { App, Chain } from "./app.ts";
import type { Assets } from "./assets.ts";
import { clientAddress } from "./http/client-address.ts";
import { PARTNER_BASE } from "./partner/operations.ts";
import type { Platform } from "./partner/platform.ts";
import { createPartner } from "./partner/routes.ts";

export interface ChainOptions {
  readonly assets: Assets;
  /** Why no notice can be sent, if that is so. */
  readonly guardProblem: string | null;
  /** How many reverse proxies are in front. */
  readonly trustedProxies: number;
  /** Of docgate, as the descriptions of the APIs name it. */
  readonly version: string;
  /** Told of every error that is no fault of a request. */
  readonly onError: (error: unknown) => void;
}

/** The partner API, the administrators' API and their pages, over an opened platform. */
export function createChain(
  platform: Platform,
  { assets, guardProblem, trustedProxies, version, onError }: ChainOptions,
): Chain {
  const options = {
    clientAddress: (context: Context) => clientAddress(context, trustedProxies),
    onError,
  };
  const description = createApiDescription(version);
  const routes: App = new Hono();
  routes.route(PARTNER_BASE, createPartner(platform, options));
  routes.route(ADMIN_BASE, createAdmin(platform, options));
  routes.get("/openapi.json", (context) => context.json(description));
  routes.get("/reference", () => assets.page("reference"));
  routes.get("/admin", () => assets.page("admin"));

  async function checkReady(): Promise<{ readonly notices: string }> {
    await platform.store.read.installation.revision();
    return { notices: guardProblem ?? "ok" };
  }

  return { routes, checkReady };
}
