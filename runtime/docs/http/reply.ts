import { GraphQLError } from "graphql";
import type { Encoding } from "../../http/negotiation.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
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

/** Returns a request header; names are in lower case. */
export type ReadHeader = (name: string) => string | undefined;

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
