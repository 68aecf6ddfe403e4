import type { Context, Hono } from "hono";
import type { ServerBindings } from "../../http/server.ts";
import type { Call } from "../calls/call.ts";

interface PartnerEnv {
  readonly Bindings: ServerBindings;
  readonly Variables: { readonly call: Call };
}

export type PartnerApp = Hono<PartnerEnv>;
export type PartnerContext = Context<PartnerEnv>;

interface Failure {
  readonly status: 400 | 401 | 404 | 405 | 429 | 500 | 503;
  readonly message: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Sends a payload that is already JSON text in the envelope of PIA §2. */
export function succeed(context: PartnerContext, result: string): Response {
  const body = `{"success":true,"status":200,"message":"OK","result":${result}}`;
  return context.body(body, 200, { "Content-Type": "application/json" });
}

export function fail(context: PartnerContext, { status, message, errors }: Failure): Response {
  return context.json({ success: false, status, message, errors }, status);
}

export function refuseToken(context: PartnerContext): Response {
  return fail(context, { status: 401, message: "Invalid token" });
}
