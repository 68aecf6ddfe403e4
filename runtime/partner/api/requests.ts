import type * as z from "zod";
import { readJson, validate } from "../../http/json.ts";
import type { Platform } from "../platform.ts";
import type { Caller } from "./access.ts";
import { fail, type PartnerContext } from "./replies.ts";

/** Bodies of the partner API hold only a few short fields. */
const MAX_BODY_BYTES = 16 * 1024;

/** Returns the Origin; the gate has let exactly one through. */
export function originOf(context: PartnerContext): string {
  return context.req.header("Origin")!;
}

/** Returns the client id in the query, if there is exactly one. */
export function clientOf(context: PartnerContext): string | null {
  const ids = context.req.queries("client_id") ?? [];
  return ids.length === 1 ? ids[0]! : null;
}

/** Collects what identifies the caller; the gate has already asked for the store's revision. */
export function callerOf(
  { served }: Platform,
  { req, env, var: { call } }: PartnerContext,
): Required<Caller> {
  const ask = served.revisionFor(env.incoming);
  return { authorization: req.header("Authorization"), ask, call };
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
