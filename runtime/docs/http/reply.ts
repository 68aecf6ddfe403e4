import { GraphQLError } from "graphql";
import type { Context } from "hono";
import type { Encoding } from "../../http/negotiation.ts";
import type { ServerBindings } from "../../http/server.ts";
import type { IsGone } from "../execute/long-work.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import type { Sending } from "./sending.ts";

export const JSON_TYPE = "application/json";

/** The reply to a request, before Hono sends it. */
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

/** Returns a request header; names are in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** A client that waits for an answer. */
export interface Client {
  readonly header: ReadHeader;
  readonly isGone: IsGone;
}

export interface HeadOptions {
  readonly method: "GET" | "POST";
  readonly type: string;
  readonly header: ReadHeader;
  /** Encoding of the body; null if it is not compressed. */
  readonly encoding: Encoding | null;
}

/**
 * Creates the head of an answer, with its caching headers.
 *
 * @returns status 304 if the client already has the answer
 */
export function headOf(
  answer: EncodedAnswer,
  { method, type, header, encoding }: HeadOptions,
): Pick<Reply, "status" | "headers"> {
  const { status } = answer;
  const headers = headersOf(type);
  if (encoding !== null) headers["Content-Encoding"] = encoding;
  if (method === "POST") return { status, headers };
  // The request headers that caches must distinguish, whichever form is sent now.
  headers.Vary = "Accept, Accept-Encoding";
  if (!answer.isCacheable) return { status, headers };
  // Two forms of one answer are two representations (RFC 9110 section 8.8.3.3).
  const tag = encoding === null ? answer.etag : answer.etag.replace(/"$/, `-${encoding}"`);
  headers.ETag = tag;
  headers["Cache-Control"] = "public, max-age=0, must-revalidate";
  const isUnchanged = status === 200 && isKnown(tag, header("if-none-match"));
  return { status: isUnchanged ? 304 : status, headers };
}

/** Tells whether a client has what a tag stands for (RFC 9110 section 13.1.2). */
export function isKnown(tag: string, known: string | undefined): boolean {
  const tags = known?.split(",").map((text) => text.trim().replace(/^W\//, ""));
  return tags?.includes(tag) === true || known?.trim() === "*";
}

export type Env = { Bindings: ServerBindings };

/** Returns the client of a request. */
export function clientOf({ req }: Context<Env>): Client {
  return {
    header: (name) => req.header(name),
    // Read only by work that takes long: the adapter makes the signal when it is first read.
    isGone: () => req.raw.signal.aborted,
  };
}

/** Sends a reply through Hono: to HEAD without its body. */
export function respond(
  { req, env }: Context<Env>,
  replying: Replying,
): Response | Promise<Response> {
  const send = (reply: Reply) =>
    req.method === "HEAD" ? toHead(reply) : toResponse(reply, cutOf(env));
  return replying instanceof Promise ? replying.then(send) : send(replying);
}

/** Returns the function that closes the connection; only docgate's own server has one. */
function cutOf(env: Partial<ServerBindings> | undefined): Cut | undefined {
  const outgoing = env?.outgoing;
  return outgoing && (() => void outgoing.destroy());
}

/** Returns true if a body is sent in parts. */
function isSending(body: Reply["body"]): body is Sending {
  return body !== null && typeof body === "object" && "next" in body;
}

/** Disconnects a client. */
type Cut = () => void;

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
function toHead({ status, headers, body }: Reply): Response {
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
