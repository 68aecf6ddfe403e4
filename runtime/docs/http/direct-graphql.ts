import type { IncomingMessage } from "node:http";
import { ENDPOINT } from "../execute/queries.ts";
import type { DirectRoute } from "./node-handler.ts";
import type { Transport } from "./transport.ts";

/** A query string in characters that a URL leaves unchanged. */
const PLAIN_SEARCH = /^(?:\?[!"$-~]*)?$/;

/** Queries by GET and POST. @param maxBodyBytes Requests with a longer body are left to the app. */
export function directGraphql(transport: Transport, maxBodyBytes: number): DirectRoute {
  function isPost({ method, url, headers }: IncomingMessage): boolean {
    if (method !== "POST" || url !== ENDPOINT) return false;
    const { "content-length": length, "transfer-encoding": coding } = headers;
    return length !== undefined && coding === undefined && Number(length) <= maxBodyBytes;
  }

  return {
    route: ENDPOINT,
    take(request, header) {
      const search = isPost(request) ? null : searchOf(request);
      if (search === undefined) return null;
      const answer = search === null ? transport.post(header) : transport.get(header);
      if (typeof answer !== "function") return null;
      return { path: ENDPOINT, reply: (body, client) => answer(search ?? body, client) };
    },
  };
}

/** @returns the part of a GET's target after the endpoint; undefined for any other request */
function searchOf({ method, url = "" }: IncomingMessage): string | undefined {
  if (method !== "GET" || !url.startsWith(ENDPOINT)) return undefined;
  const search = url.slice(ENDPOINT.length);
  return PLAIN_SEARCH.test(search) ? search : undefined;
}
