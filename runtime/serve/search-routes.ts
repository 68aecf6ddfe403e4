import { Hono } from "hono";
import { cors } from "hono/cors";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { HIT_LIMITS } from "../../corpus/hit-limits.ts";
import { describeHits } from "../../corpus/search/words/describe-hits.ts";
import { parseWholeNumber } from "../../corpus/text/whole-number.ts";
import type { Docs, HitsArguments } from "../docs/execute/queries.ts";
import { headersOf, JSON_TYPE, toResponse } from "../docs/http/reply.ts";
import { encodeJson, sendJson } from "../docs/http/send-json.ts";
import type { ServerBindings } from "../http/server.ts";
import { SEARCH_SCRIPT } from "./assets.ts";

/** Where search in words is served to search boxes. */
export const SEARCH_PATH = "/search.json";

/** Search in words by GET, and what the script of the search box needs to run in any page. */
export function createSearchRoutes(docs: () => Docs): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();
  // Answers say themselves that any page may read them; this answers preflight requests.
  app.options(SEARCH_PATH, cors({ origin: "*", allowMethods: ["GET"] }));
  app.get(SEARCH_PATH, async ({ req }) => {
    const asked = readParameters(new URL(req.url).searchParams);
    if (typeof asked === "string") return refuse(400, asked);
    const json = JSON.stringify(describeHits(asked.query, docs().hits(asked)));
    return sendJson(encodeJson(json), (name) => req.header(name));
  });
  app.all(SEARCH_PATH, () => refuse(405, "The method must be GET."));
  const retainedHeaders = [...RETAINED_304_HEADERS, "Access-Control-Allow-Origin"];
  app.use(SEARCH_SCRIPT, cors({ origin: "*" }), etag({ retainedHeaders }));
  return app;
}

/** @returns what is searched for, or what is wrong with a parameter; others are ignored */
function readParameters(given: URLSearchParams): HitsArguments | string {
  const query = given.get("q");
  if (query === null) return 'Parameter "q" must be given: the words to search for.';
  const { queryLength } = HIT_LIMITS;
  if (query.length > queryLength) {
    return `Parameter "q" must have at most ${queryLength} characters, but it has ${query.length}.`;
  }
  const counts: { limit?: number; perDoc?: number } = {};
  for (const name of ["limit", "perDoc"] as const) {
    const text = given.get(name);
    if (text === null) continue;
    const most = HIT_LIMITS[name];
    const count = parseWholeNumber(text, { from: 1, to: most });
    if (count === null) {
      return `Parameter "${name}" must be a whole number from 1 to ${most}, but it is "${text}".`;
    }
    counts[name] = count;
  }
  // No section has an empty name, and forms send it for all sections.
  return { query, section: given.get("section") || null, ...counts };
}

function refuse(status: 400 | 405, message: string): Response {
  const allowed = status === 405 && { Allow: "GET, HEAD, OPTIONS" };
  const headers = { ...headersOf(JSON_TYPE), ...allowed };
  return toResponse({ status, headers, body: JSON.stringify({ message }) });
}
