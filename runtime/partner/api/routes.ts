import { Hono } from "hono";
import { hasCode } from "../../../corpus/error.ts";
import { networkOf } from "../../http/network.ts";
import { type Call, outcomeOf } from "../calls/call.ts";
import { operationAt } from "../calls/operation-at.ts";
import { timestamp } from "../clock.ts";
import type { Platform } from "../platform.ts";
import { RETRY_SECONDS } from "../secrets/limiter.ts";
import { addHandshakeRoutes } from "./handshake-routes.ts";
import { PARTNER_BASE, PARTNER_OPERATIONS } from "./operations.ts";
import { addReadRoutes } from "./read-routes.ts";
import { fail, type PartnerApp, type PartnerContext } from "./replies.ts";
import { originOf, type PartnerSide } from "./requests.ts";
import { addSignInRoutes } from "./sign-in-routes.ts";

const PREFLIGHT_SECONDS = 600;

/** Headers of every answer, apart from the echoed Origin. */
const HEADERS = [
  ["Vary", "Origin"],
  ["Cache-Control", "no-store"],
  ["X-Content-Type-Options", "nosniff"],
] as const;

/** The methods of each path, for `Allow`. */
const METHODS: ReadonlyMap<string, string> = new Map(
  PARTNER_OPERATIONS.map(({ path }) => [
    path,
    PARTNER_OPERATIONS.filter((operation) => operation.path === path)
      .map(({ method }) => method.toUpperCase())
      .join(", "),
  ]),
);

/**
 * Creates the routes below `/v1`. Requests that arrive here have passed the Origin gate, so their
 * Origin may be echoed (CHAIN-C3).
 */
export function createPartner(
  platform: Platform,
  options: Omit<PartnerSide, "platform">,
): PartnerApp {
  const { onError } = options;
  const side: PartnerSide = { platform, ...options };
  const app: PartnerApp = new Hono();
  app.use(async (context, next) => {
    context.header("Access-Control-Allow-Origin", originOf(context));
    for (const [name, value] of HEADERS) context.header(name, value);
    // HEAD must not run a GET handler: it would issue a code (CHAIN-C16).
    if (context.req.method === "HEAD") return refuseMethod(context);
    if (context.req.method === "OPTIONS") return preflight(context);
    const { method, path } = context.req;
    const call: Call = { origin: originOf(context), endpoint: operationAt(method, path) };
    context.set("call", call);
    const startMs = platform.now();
    await next();
    const { status } = context.res;
    const outcome = outcomeOf(call, status);
    platform.calls.count({ ...call, outcome });
    if (platform.callLog) logCall(context, { side, startMs, outcome });
    return;
  });
  addHandshakeRoutes(app, side);
  addReadRoutes(app, side);
  addSignInRoutes(app, side);
  for (const path of METHODS.keys()) app.all(path, refuseMethod);
  app.all("*", (context) => fail(context, { status: 404, message: "Not found" }));
  app.onError((error, context) => {
    // The client hung up in the middle of its request, so nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    if (hasCode(error, "busy", "store-unavailable", "store-busy")) {
      context.header("Retry-After", String(RETRY_SECONDS));
      return fail(context, { status: 503, message: "Too busy, try again" });
    }
    onError(error);
    return fail(context, { status: 500, message: "Internal server error" });
  });
  return app;
}

interface AnsweredCall {
  readonly side: PartnerSide;
  readonly startMs: number;
  readonly outcome: string;
}

/** Logs a single call, under an id that its answer has too. */
function logCall(context: PartnerContext, { side, startMs, outcome }: AnsweredCall): void {
  const { platform, requestId: currentId, clientAddress } = side;
  const requestId = currentId() ?? platform.newId();
  const { endpoint, origin } = context.var.call;
  context.res.headers.set("X-Request-Id", requestId);
  platform.callLog!.add({
    requestId,
    at: timestamp({ now: () => startMs }),
    origin,
    endpoint,
    outcome,
    status: context.res.status,
    durationMs: platform.now() - startMs,
    network: networkOf(clientAddress(context)),
  });
}

function allowedMethods(context: PartnerContext): string | undefined {
  return METHODS.get(context.req.path.slice(PARTNER_BASE.length));
}

function refuseMethod(context: PartnerContext): Response {
  const allowed = allowedMethods(context);
  if (allowed === undefined) return fail(context, { status: 404, message: "Not found" });
  const response = fail(context, { status: 405, message: `The method must be ${allowed}` });
  response.headers.set("Allow", `${allowed}, OPTIONS`);
  return response;
}

/** Answers the preflight request that a browser sends before a call (Fetch standard). */
function preflight(context: PartnerContext): Response {
  const allowed = allowedMethods(context);
  if (allowed === undefined) return fail(context, { status: 404, message: "Not found" });
  return context.body(null, 204, {
    "Access-Control-Allow-Methods": allowed,
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
  });
}
