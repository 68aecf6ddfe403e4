import type * as z from "zod";
import { readJson, validate } from "../../http/json.ts";
import type { Platform } from "../platform.ts";
import type { Caller } from "./access.ts";
import { fail, type PartnerContext } from "./replies.ts";

/** Bodies of the partner API hold only a few short fields. */
const MAX_BODY_BYTES = 16 * 1024;

/** The parts that the routes of the partner API share. */
export interface PartnerSide {
  readonly platform: Platform;
  /** Returns the client's address, for networks and guess budgets. */
  readonly clientAddress: (context: PartnerContext) => string;
  /** Returns the id of the current request, if requests have one. */
  readonly requestId: () => string | undefined;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** Returns the Origin; the gate has let exactly one through. */
export function originOf(context: PartnerContext): string {
  return context.req.header("Origin")!;
}

/** Returns the client id in the query, if there is exactly one. */
export function clientOf(context: PartnerContext): string | null {
  const ids = context.req.queries("client_id") ?? [];
  return ids.length === 1 ? ids[0]! : null;
}

/** Collects what identifies the caller; the gate has already asked the store. */
export function callerOf(
  { platform: { served }, clientAddress }: PartnerSide,
  context: PartnerContext,
): Required<Caller> {
  const { req, env } = context;
  const { call } = context.var;
  const ask = served.askFor(env.incoming);
  return { authorization: req.header("Authorization"), address: clientAddress(context), ask, call };
}

/** @returns the body, or the 400 that says what is wrong with it (CHAIN-C8 and CHAIN-C9) */
export async function readBody<Schema extends z.ZodType>(
  context: PartnerContext,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  const json = await readJson(context.req.raw, { maxBytes: MAX_BODY_BYTES });
  if (!json.ok) {
    const { message, errors, headers } = json;
    const response = fail(context, { status: 400, message, errors });
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }
  const body = validate(schema, json.value);
  if (body.ok) return body.value;
  const message = "The body does not have the expected shape.";
  return fail(context, { status: 400, message, errors: body.errors });
}
