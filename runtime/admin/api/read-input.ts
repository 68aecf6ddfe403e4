import type { HonoRequest } from "hono";
import * as z from "zod";
import { type FieldError, readJson, readText, validate } from "../../http/json.ts";
import { ID_PATTERN } from "../../partner/chain/fields.ts";
import type { Platform } from "../../partner/platform.ts";
import { Refusal } from "../refusal.ts";
import type { AdminOperation } from "./route.ts";

/** Maximum size of a body, unless the operation has its own limit. */
const MAX_BODY_BYTES = 100 * 1024;

const noBody = z.strictObject({}).optional();

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Reads the input of an operation.
 *
 * @throws {Refusal} 400, 404, 413 or 415
 */
export async function readInput(
  { query, body, bodyFor, bodyType, maxBytes = MAX_BODY_BYTES, method }: AdminOperation,
  { req, platform }: { readonly req: HonoRequest; readonly platform: Platform },
): Promise<Input> {
  const params = req.param() as Record<string, string>;
  if (params.id !== undefined && !ID_PATTERN.test(params.id)) {
    throw new Refusal("There is nothing with this id.", { status: 404 });
  }
  return {
    params,
    query: query && judge(query, readQuery(req)),
    body:
      method === "get"
        ? undefined
        : await readBody(req, { schema: bodyFor?.(platform) ?? body, bodyType, maxBytes }),
  };
}

/** @throws {Refusal} 400 if a name occurs more than once */
function readQuery(req: HonoRequest): Record<string, string> {
  const entries = Object.entries(req.queries());
  const errors = entries
    .filter(([, values]) => values.length > 1)
    .map(([path]) => ({ path, message: "Must be given at most once." }));
  if (errors.length > 0) throw wrongInput(errors);
  return Object.fromEntries(entries.map(([name, values]) => [name, values[0]!]));
}

interface Body {
  readonly schema?: z.ZodType | undefined;
  readonly bodyType: string | undefined;
  readonly maxBytes: number;
}

/**
 * Reads the body; one that is optional may be left out. An operation without one accepts none or an
 * empty object.
 */
async function readBody(
  req: HonoRequest,
  { schema = noBody, bodyType: mediaType, maxBytes }: Body,
): Promise<unknown> {
  if (!hasBody(req) && schema.isOptional()) return judge(schema, undefined);
  const json = mediaType
    ? await readText(req.raw, { mediaType, maxBytes })
    : await readJson(req.raw, { maxBytes });
  if (json.ok) return judge(schema, json.value);
  const { message, status, errors, headers } = json;
  throw new Refusal(message, { status, errors, headers });
}

function hasBody(req: HonoRequest): boolean {
  const length = req.header("Content-Length");
  return req.header("Transfer-Encoding") !== undefined || (length !== undefined && length !== "0");
}

function judge<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = validate(schema, value);
  if (result.ok) return result.value;
  throw wrongInput(result.errors);
}

function wrongInput(errors: readonly FieldError[]): Refusal {
  const [first] = errors;
  const place = first?.path ? `${first.path}: ` : "";
  return new Refusal(`${place}${first?.message}`, { status: 400, errors });
}
