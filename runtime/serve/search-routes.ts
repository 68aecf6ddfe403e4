import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { hasCode } from "../../corpus/error.ts";
import { filterExcess } from "../../corpus/fields/filter-limits.ts";
import { HIT_LIMITS } from "../../corpus/search/words/query.ts";
import { parseWholeNumber } from "../../corpus/text/whole-number.ts";
import type { LongWork } from "../docs/execute/long-work.ts";
import type { Docs, HitsArguments } from "../docs/execute/queries.ts";
import { explainRefusal } from "../docs/execute/search-refusal.ts";
import { refuse } from "../docs/http/refuse.ts";
import { HUNG_UP, toResponse } from "../docs/http/reply.ts";
import { encodeJson, sendJson } from "../docs/http/send-json.ts";
import type { SearchLog } from "../docs/search-log/open-search-log.ts";
import { clientAddress } from "../http/client-address.ts";
import { networkOf } from "../http/network.ts";
import type { ServerBindings } from "../http/server.ts";
import { SEARCH_SCRIPT } from "./assets.ts";
import { readWhere } from "./where-parameters.ts";

/** Where search in words is served to search boxes. */
export const SEARCH_PATH = "/search.json";

export interface SearchDependencies {
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly work: LongWork;
  /** Counts searches that do not help. Default: nothing is counted. */
  readonly searches?: CountedSearches | undefined;
}

/** The log of searches that do not help, and how to tell where they come from. */
export interface CountedSearches {
  readonly log: Pick<SearchLog, "add" | "open">;
  /** Number of reverse proxies in front. */
  readonly proxyCount: number;
}

/** Search in words by GET, and what the script of the search box needs to run in any page. */
export function createSearchRoutes({
  docs,
  work,
  searches,
}: SearchDependencies): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();
  // Answers say themselves that any page may read them; this answers preflight requests.
  app.options(SEARCH_PATH, cors({ origin: "*", allowMethods: ["GET"] }));
  app.get(SEARCH_PATH, async (context) => {
    const { req } = context;
    const given = new URL(req.url).searchParams;
    const parameters = readParameters(given);
    if (typeof parameters === "string") return refuse(400, { message: parameters });
    const answering = editionOf(docs(), given);
    if (typeof answering === "string") return refuse(400, { message: answering });
    const { fields } = answering.corpus.meta;
    const where = readWhere(given, fields);
    const excess = where && filterExcess([where]);
    if (excess) return refuse(400, { message: `${excess}.` });
    const asked = { ...parameters, where };
    const { signal } = req.raw;
    try {
      const found = await work.run(
        () => answering.hitsInSteps(asked),
        () => signal.aborted,
      );
      // The log is about the edition that these routes are of.
      const isOwn = answering.edition().name === docs().edition().name;
      if (searches && req.method === "GET" && isOwn) {
        const { query } = asked;
        const network = networkFor(context, searches);
        searches.log.add({ query, network, found, reportsClicks: given.has("clicks") });
      }
      return await sendJson(encodeJson(JSON.stringify(found)), (name) => req.header(name));
    } catch (error) {
      if (hasCode(error, "client-gone")) return toResponse(HUNG_UP);
      if (hasCode(error, "invalid-argument")) return refuse(400, { message: error.message });
      return refuse(503, { message: explainRefusal(error) });
    }
  });
  if (searches) {
    // Search boxes report here that a place of their answer was opened.
    app.post(SEARCH_PATH, (context) => {
      const query = new URL(context.req.url).searchParams.get("q") ?? "";
      searches.log.open({ query, network: networkFor(context, searches) });
      return context.body(null, 204);
    });
  }
  app.all(SEARCH_PATH, () => refuse(405, { message: "The method must be GET." }));
  const retainedHeaders = [...RETAINED_304_HEADERS, "Access-Control-Allow-Origin"];
  app.use(SEARCH_SCRIPT, cors({ origin: "*" }), etag({ retainedHeaders }));
  return app;
}

/** Returns the network of a client; what one customer of a provider has in IPv6 is one. */
function networkFor(context: Context, { proxyCount }: CountedSearches): string {
  return networkOf(clientAddress(context, proxyCount), 48);
}

/** Returns the docs of the edition that a parameter names, or what is wrong with its name. */
function editionOf(docs: Docs, given: URLSearchParams): Docs | string {
  // Forms send an empty name if none is chosen.
  const name = given.get("edition") || null;
  try {
    return name === null ? docs : docs.inEdition(name);
  } catch (error) {
    if (hasCode(error, "invalid-argument")) return error.message;
    throw error;
  }
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
