import type * as z from "zod";

export type Method = "get" | "post" | "patch" | "put" | "delete";

/** One possible answer of an operation. */
export interface OperationResponse {
  readonly description: string;
  /** Default: no body. */
  readonly body?: z.ZodType;
  readonly headers?: z.ZodObject;
  /** Media type of the body. Default: `application/json`. */
  readonly mediaType?: string;
}

/**
 * One operation of an HTTP API, as data: routes, the validation of inputs and the OpenAPI document
 * come from it, so they cannot differ.
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With parameters in braces, relative to the API's base: `/api-keys/{id}`. */
  readonly path: string;
  /** Unique in the whole document. */
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The group that lists the operation. */
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  /** Only documented: a handler reads its headers itself. */
  readonly headers?: z.ZodObject;
  /** Schema of the body. */
  readonly body?: Body;
  /** Media type of the body. A body that is not JSON is a text. Default: `application/json`. */
  readonly bodyType?: string;
  /** Names of security schemes, any one of which is enough; empty for none. */
  readonly security: readonly string[];
  readonly responses: Readonly<Record<number, OperationResponse>>;
}

/** A request that docgate sends, and to which any 2xx is the right answer. */
export interface Webhook
  extends Required<Pick<Operation, "operationId" | "summary" | "description" | "tag" | "headers">> {
  /** Unique in the whole document. */
  readonly name: string;
  readonly body: z.ZodType;
  /** A body as docgate sends it. */
  readonly example: unknown;
}

type NoFields = z.ZodObject<Record<never, never>>;

/** The validated input of an operation's handler. */
export interface OperationInput<Op extends Operation> {
  readonly params: Op extends Operation<infer Params> ? z.output<Params> : never;
  readonly query: Op extends Operation<z.ZodObject, infer Query> ? z.output<Query> : never;
  readonly body: Op extends Operation<z.ZodObject, z.ZodObject, infer Body>
    ? z.output<Body>
    : never;
}

/**
 * Returns an operation, with its schemas in its type.
 *
 * @example
 * const readKey = defineOperation({
 *   method: "get",
 *   path: "/api-keys/{id}",
 *   operationId: "readApiKey",
 *   summary: "Read an API key",
 *   tag: "API keys",
 *   params: z.strictObject({ id: z.string() }),
 *   security: ["adminToken"],
 *   responses: { 200: { description: "The key.", body: z.object({ apiKey }) } },
 * });
 */
export function defineOperation<
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(operation: Operation<Params, Query, Body>): Operation<Params, Query, Body> {
  return operation;
}

/**
 * Converts a path's parameters to Hono's notation.
 *
 * @example
 * honoPath("/api-keys/{id}"); // "/api-keys/:id"
 */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Returns the names of a path's parameters, in order. */
export function pathParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}
