import { GraphQLError } from "graphql";
import type { Sending } from "./sending.ts";

export const JSON_TYPE = "application/json";

/** The reply to a request, before it takes the form of a particular server. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | Sending | null;
}

/** A reply, synchronous if nothing has to be waited for: the adapter sends it faster then. */
export type Replying = Reply | Promise<Reply>;

/** The client has disconnected: only the access log shows this. */
export const HUNG_UP: Reply = { status: 400, headers: {}, body: null };

/** Any page may read any answer: the API is public. */
export function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": `${type}; charset=utf-8`,
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
  };
}

/** A transport error: no operation was read. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** Reports an error of docgate itself, without details. */
export function internalError(): Reply {
  const extensions = { code: "INTERNAL_SERVER_ERROR" };
  return refuse(new GraphQLError("Internal server error.", { extensions }), { status: 500 });
}

export interface RefusalOptions {
  readonly status: number;
  readonly type?: string;
  /** Headers apart from those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns a reply with one error and no data */
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

/** Returns true if a body is sent in parts. */
export function isSending(body: Reply["body"]): body is Sending {
  return body !== null && typeof body === "object" && "next" in body;
}

/** Disconnects a client. */
export type Cut = () => void;

/**
 * Converts a reply for servers that use `fetch`.
 *
 * @param cut Called for a client that does not read. Default: the body fails.
 */
export function toResponse({ status, headers, body }: Reply, cut?: Cut): Response {
  if (!isSending(body)) return new Response(body, { status, headers });
  const length = body.length === undefined ? {} : { "Content-Length": String(body.length) };
  return new Response(toStream(body, cut), { status, headers: { ...headers, ...length } });
}

/** Converts a reply without its body; a long body is never written. */
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
