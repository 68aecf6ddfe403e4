import { GraphQLError } from "graphql";
import type { Sending } from "./sending.ts";

export const JSON_TYPE = "application/json";

/** What is sent for a request, before it takes the form of this or that server. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | Sending | null;
}

/** The client has hung up: this is for the access log. */
export const HUNG_UP: Reply = { status: 400, headers: {}, body: null };

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

/** Whether a body is sent in parts. */
export function isSending(body: Reply["body"]): body is Sending {
  return body !== null && typeof body === "object" && "next" in body;
}

/** Cuts off a client. */
export type Cut = () => void;

/**
 * The reply for a server that speaks `fetch`.
 *
 * @param cut Called for a client that does not read. Default: the body fails.
 */
export function toResponse({ status, headers, body }: Reply, cut?: Cut): Response {
  if (!isSending(body)) return new Response(body, { status, headers });
  const length = body.length === undefined ? {} : { "Content-Length": String(body.length) };
  return new Response(toStream(body, cut), { status, headers: { ...headers, ...length } });
}

/** The same without its body, which is not written at all if it is long. */
export function toHead({ status, headers, body }: Reply): Response {
  if (!isSending(body)) return toResponse({ status, headers, body });
  body.end();
  const length = body.length === undefined ? {} : { "Content-Length": String(body.length) };
  return new Response(null, { status, headers: { ...headers, ...length } });
}

function toStream(body: Sending, cut?: Cut): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      start(controller) {
        body.onStall(cut ?? (() => controller.error(new Error("The client does not read."))));
      },
      async pull(controller) {
        const part = await body.next();
        if (part !== null) {
          controller.enqueue(part);
          return;
        }
        controller.close();
      },
      cancel: () => body.end(),
    },
    { highWaterMark: 0 },
  );
}
