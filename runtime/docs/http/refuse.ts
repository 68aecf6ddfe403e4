import { headersOf, JSON_TYPE, toResponse } from "./reply.ts";

/** Headers of refusals, apart from those of every answer. */
const REFUSED = {
  400: {},
  404: {},
  405: { Allow: "GET, HEAD, OPTIONS" },
  503: { "Retry-After": "5" },
} as const;

/** Answers a request for JSON that gets no result. */
export function refuse(status: keyof typeof REFUSED, body: { readonly message: string }): Response {
  const headers = { ...headersOf(JSON_TYPE), ...REFUSED[status] };
  return toResponse({ status, headers, body: JSON.stringify(body) });
}
