import { chooseEncoding } from "../../http/negotiation.ts";
import { EncodedAnswer } from "./encoded-answer.ts";
import { headOf, JSON_TYPE, type ReadHeader, type Reply, toResponse } from "./reply.ts";

/** JSON that any page may read, and that is the same whenever it is asked for. */
export function encodeJson(json: string): EncodedAnswer {
  return new EncodedAnswer(json, { status: 200, isLasting: true, isCacheable: true, source: "" });
}

/** Answers a GET: compressed, and only if the client does not have it yet. */
export async function sendJson(encoded: EncodedAnswer, header: ReadHeader): Promise<Response> {
  const encoding = encoded.isCompressible ? chooseEncoding(header("accept-encoding")) : null;
  const { status, headers } = headOf(encoded, { method: "GET", type: JSON_TYPE, header, encoding });
  const all = { ...headers, Vary: "Accept-Encoding" };
  if (status === 304) return toResponse({ status, headers: all, body: null });
  const body = encoding === null ? encoded.body : await encoded.compress(encoding);
  return toResponse({ status, headers: all, body: body as Reply["body"] });
}
