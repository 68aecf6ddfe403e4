import type { Encoding } from "../../http/negotiation.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import { headersOf, type Reply } from "./reply.ts";

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
