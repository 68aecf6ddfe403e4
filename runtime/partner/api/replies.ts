import type { Context, Hono } from "hono";
import type { ServerBindings } from "../../http/server.ts";
import type { Call } from "../calls/call.ts";

interface PartnerEnv {
  readonly Bindings: ServerBindings;
  readonly Variables: { readonly call: Call };
}

export type PartnerApp = Hono<PartnerEnv>;
export type PartnerContext = Context<PartnerEnv>;

/** An answer in JSON, before it takes the form of a particular server. */
export interface Reply {
  readonly status: 200 | Failure["status"];
  readonly body: string;
}

interface Failure {
  readonly status: 400 | 401 | 404 | 405 | 500 | 503;
  readonly message: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Wraps a payload that is already JSON text in the envelope of PIA §2. */
export function success(result: string): Reply {
  return {
    status: 200,
    body: `{"success":true,"status":200,"message":"OK","result":${result}}`,
  };
}

export function failure({ status, message, errors }: Failure): Reply {
  return { status, body: JSON.stringify({ success: false, status, message, errors }) };
}

export const INVALID_TOKEN = failure({ status: 401, message: "Invalid token" });

export const TYPE_HEADERS = { "Content-Type": "application/json" };

/** Returns the headers of every answer to a request that the gate let through. */
export function headersFor(origin: string): Readonly<Record<string, string>> {
  return {
    "Access-Control-Allow-Origin": origin,
    Vary: "Origin",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

export function send(context: PartnerContext, { status, body }: Reply): Response {
  return context.body(body, status, TYPE_HEADERS);
}

export function succeed(context: PartnerContext, result: string): Response {
  return send(context, success(result));
}

export function fail(context: PartnerContext, fault: Failure): Response {
  return send(context, failure(fault));
}

export function refuseToken(context: PartnerContext): Response {
  return send(context, INVALID_TOKEN);
}
