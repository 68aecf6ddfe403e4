import { GraphQLError } from "graphql";

export const JSON_TYPE = "application/json";

/** What is sent for a request, before it takes the form of this or that server. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** Every answer may be read by any page: the API is public. */
export function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": `${type}; charset=utf-8`,
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
  };
}

/** An error of the transport: no operation was looked at. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** A fault of docgate's own, told without its details. */
export function internalError(): Reply {
  const extensions = { code: "INTERNAL_SERVER_ERROR" };
  return refuse(new GraphQLError("Internal server error.", { extensions }), { status: 500 });
}

export interface RefusalOptions {
  readonly status: number;
  readonly type?: string;
  /** Beside those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns a reply that holds one error and no data */
export function refuse(
  error: GraphQLError,
  { status, type = JSON_TYPE, headers }: RefusalOptions,
): Reply {
  return {
    status,
    headers: { ...headersOf(type), ...headers },
    body: JSON.stringify({ errors: [error] }),
  };
}

/** The reply for a server that speaks `fetch`. */
export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
