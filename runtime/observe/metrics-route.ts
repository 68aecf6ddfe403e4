import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { isFromThisMachine } from "../http/client-address.ts";
import type { ServerBindings } from "../http/server.ts";
import type { Metrics } from "./metrics.ts";

/** The setting that lets programs on this machine read the metrics without a token. */
export const LOOPBACK = "loopback";

export interface MetricsRouteOptions {
  /** `loopback`, or the Bearer token of readers. */
  readonly access: string;
  readonly metrics: Pick<Metrics, "contentType" | "text">;
}

/** Creates `/metrics`, which is a 404 for anyone who may not read it. */
export function createMetricsRoute({
  access,
  metrics,
}: MetricsRouteOptions): Hono<{ Bindings: ServerBindings }> {
  const isAllowed = access === LOOPBACK ? isFromThisMachine : bearerCheck(access);
  const routes = new Hono<{ Bindings: ServerBindings }>();
  routes.get("/metrics", async (context, next) => {
    if (!isAllowed(context)) return next();
    const headers = { "Content-Type": metrics.contentType, "Cache-Control": "no-store" };
    return context.body(await metrics.text(), 200, headers);
  });
  return routes;
}

function bearerCheck(token: string): (context: Context) => boolean {
  const expected = digest(token);
  return ({ req }) => {
    const given = /^Bearer (\S+)$/i.exec(req.header("Authorization") ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), expected);
  };
}

/** Equally long for every text, so that the comparison leaks nothing. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
