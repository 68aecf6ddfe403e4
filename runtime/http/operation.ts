import type * as z from "zod";

export type Method = "get" | "post" | "patch" | "put" | "delete";

/** One answer that an operation gives. */
export interface OperationResponse {
  readonly description: string;
  /** Left out, the answer has no body. */
  readonly body?: z.ZodType;
  readonly headers?: z.ZodObject;
  /** Of the body; `application/json` unless told. */
  readonly mediaType?: string;
}

/**
 * One operation of an HTTP API, as data: the routes are registered from it, inputs are judged by it,
 * and the OpenAPI document is made from it, so that these cannot differ.
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
  /** The group that the operation is listed in. */
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  /** Documented only: a handler reads its headers itself. */
  readonly headers?: z.ZodObject;
  /** Of JSON. */
  readonly body?: Body;
  /** Names of security schemes, any one of which suffices; empty for none. */
  readonly security: readonly string[];
  readonly responses: Readonly<Record<number, OperationResponse>>;
}

type NoFields = z.ZodObject<Record<never, never>>;

/** What a handler of an operation gets once its input is judged. */
export interface OperationInput<Op extends Operation> {
  readonly params: Op extends Operation<infer Params> ? z.output<Params> : never;
  readonly query: Op extends Operation<z.ZodObject, infer Query> ? z.output<Query> : never;
  readonly body: Op extends Operation<z.ZodObject, z.ZodObject, infer Body>
    ? z.output<Body>
    : never;
}

/**
 * Gives an operation back, with its schemas in its type.
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
 * Spells a path's parameters as Hono does.
 *
 * @example
 * honoPath("/api-keys/{id}"); // "/api-keys/:id"
 */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The names of a path's parameters, in order. */
export function pathParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}
