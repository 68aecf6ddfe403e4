import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import { Hono } from "hono";
import { ADMIN_BASE } from "../admin/api/operations.ts";
import { createAdmin } from "../admin/api/routes.ts";
import type { EncodedAnswer } from "../docs/http/encoded-answer.ts";
import { encodeJson, sendJson } from "../docs/http/send-json.ts";
import { clientAddress } from "../http/client-address.ts";
import { valuesOf } from "../http/gate.ts";
import { PARTNER_BASE } from "../partner/api/operations.ts";
import { createPartner } from "../partner/api/routes.ts";
import { operationAt } from "../partner/calls/operation-at.ts";
import type { Platform } from "../partner/platform.ts";
import type { App, Chain, Check } from "./app.ts";
import { addNoticeKeys } from "./notice-key-routes.ts";
import { createPartnerPage } from "./partner-page/routes.ts";

export interface DescriptionOptions {
  /** Version of docgate. */
  readonly version: string;
  /** The configured address of docgate for clients. Default: wherever the description is. */
  readonly publicUrl?: string | undefined;
}

export interface ChainOptions extends DescriptionOptions {
  /** The reason why no notice can be sent; null if notices work. */
  readonly guardProblem: string | null;
  /** Number of reverse proxies in front. */
  readonly proxyCount: number;
  /** Returns the id of the current request; administrators receive it in a header. */
  readonly requestId: () => string | undefined;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** A store that does not answer within this time counts as unavailable. */
const READY_MS = 2_000;

export const STORE_IS_AWAY: Check = { state: "fail", message: "does not answer" };

/** Creates the partner API, the administrators' API and their pages, over an opened platform. */
export function createChainRoutes(platform: Platform, options: ChainOptions): Chain {
  const { guardProblem, proxyCount, requestId, onError } = options;
  const sides = {
    clientAddress: (context: Context) => clientAddress(context, proxyCount),
    requestId,
    onError,
  };
  const routes: App = new Hono();
  routes.route(PARTNER_BASE, createPartner(platform, sides));
  routes.use(`${ADMIN_BASE}/*`, async (context, next) => {
    await next();
    const id = requestId();
    if (id !== undefined) context.res.headers.set("X-Request-Id", id);
  });
  routes.route(ADMIN_BASE, createAdmin(platform, sides));
  const describe = addDescription(routes, options);
  addNoticeKeys(routes, platform.store);

  async function readStore(): Promise<Check> {
    await platform.store.read.installation.revision();
    const reason = await platform.store.whyUnwritable();
    return reason === null
      ? { state: "ok" }
      : { state: "fail", message: `cannot write: ${reason}` };
  }

  async function checkStore(): Promise<Check> {
    try {
      const late = delay(READY_MS, STORE_IS_AWAY, { ref: false });
      return await Promise.race([readStore(), late]);
    } catch (error) {
      onError(error);
      return STORE_IS_AWAY;
    }
  }

  async function checkReady() {
    const notices: Check = guardProblem
      ? { state: "warn", message: guardProblem }
      : { state: "ok" };
    return { store: await checkStore(), notices };
  }

  const { served } = platform;
  return {
    routes,
    partnerPage: (show) => createPartnerPage(platform, { ...sides, show }),
    describe,
    checkReady,
    isListed: (origin, request) => served.isListed(origin, served.askFor(request)),
    countDropped(reason, head) {
      const path = (head.url ?? "").replace(/[?#].*$/s, "");
      const origin = valuesOf(head, "origin")[0] ?? "";
      platform.calls.countDropped({
        origin,
        endpoint: operationAt(head.method, path),
        outcome: (reason === "unlisted-origin" && served.whyUnlisted(origin)) || reason,
      });
    },
  };
}

/**
 * Adds the description of the APIs, which does not need the store. Most servers are never asked for
 * it, so it is made for the first request.
 *
 * @returns gives the OpenAPI document
 */
export function addDescription(
  routes: App,
  { version, publicUrl }: DescriptionOptions,
): () => Promise<object> {
  let made: Promise<{ document: object; encoded: EncodedAnswer }> | undefined;
  const make = async () => {
    const { createApiDescription } = await import("./api-description.ts");
    const document = createApiDescription(version, publicUrl);
    return { document, encoded: encodeJson(JSON.stringify(document)) };
  };
  const describe = () => (made ??= make());
  routes.get("/openapi.json", async ({ req }) =>
    sendJson((await describe()).encoded, (name) => req.header(name)),
  );
  return async () => (await describe()).document;
}
