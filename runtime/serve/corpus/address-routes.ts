import { Hono } from "hono";
import { cors } from "hono/cors";
import { formatAddressList } from "../../../corpus/addresses/address-list.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import type { EncodedAnswer } from "../../docs/http/encoded-answer.ts";
import { headersOf, JSON_TYPE, toResponse } from "../../docs/http/reply.ts";
import { encodeJson, sendJson } from "../../docs/http/send-json.ts";

/** Where the list of addresses is served, to the docs of others that link here. */
export const ADDRESSES_PATH = "/addresses.json";

/**
 * The addresses of the docs by GET, for any page: what `docgate addresses` prints.
 *
 * @param docs returns the docs in use now
 */
export function createAddressRoutes(docs: () => Docs): Hono {
  const app = new Hono();
  const lists = new WeakMap<Corpus, EncodedAnswer>();
  app.options(ADDRESSES_PATH, cors({ origin: "*", allowMethods: ["GET"] }));
  app.get(ADDRESSES_PATH, ({ req }) => {
    const { corpus } = docs();
    const list = lists.get(corpus) ?? encodeJson(formatAddressList(corpus));
    lists.set(corpus, list);
    return sendJson(list, (name) => req.header(name));
  });
  app.all(ADDRESSES_PATH, () => {
    const headers = { ...headersOf(JSON_TYPE), Allow: "GET, HEAD, OPTIONS" };
    const body = JSON.stringify({ message: "The method must be GET." });
    return toResponse({ status: 405, headers, body });
  });
  return app;
}
