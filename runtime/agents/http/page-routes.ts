import { Hono } from "hono";
import type { DirectRoute } from "../../docs/http/node-handler.ts";
import type { Replying } from "../../docs/http/replier.ts";
import type { ServerBindings } from "../../http/server.ts";
import type { AgentParts } from "./agent-parts.ts";
import { findPlace, type Place } from "./find-place.ts";
import { gonePage, missingPage, missingSection } from "./missing.ts";
import { movedPage } from "./moved.ts";
import { type Asker, askerIn, type Env, respond } from "./respond.ts";

/** Paths that are not those of other routes: any of them may be that of a page. */
export const PAGE_ROUTE = "/:slug{[^]+}";

/** Creates the route of pages and their sections. */
export function createPageRoutes(parts: AgentParts): Hono<Env> {
  const { current, preference, forBrowsers } = parts;
  const app = new Hono<Env>();
  app.get(PAGE_ROUTE, (context, next) => {
    const { req } = context;
    const { answers, places } = current();
    const section = req.query("section") ?? null;
    const place = findPlace(answers, { path: pathOf(req.raw.url), section });
    const { incoming }: Partial<ServerBindings> = context.env ?? {};
    const isThere = place.kind === "page" || place.kind === "section";
    if (incoming?.url !== undefined && isThere) places.set(incoming.url, place);
    if (preference.prefersMarkdown(place, req.header("Accept"))) {
      return respond(context, replyWith(place, { asker: askerIn(context), parts }));
    }
    const doc = "doc" in place ? place.doc : null;
    if (doc) return forBrowsers.doc(req, doc) ?? next();
    return place.kind === "gone" ? forBrowsers.gone(req) : next();
  });
  return app;
}

/**
 * Answers requests for Markdown as that route does, at addresses that it has answered: no other
 * route has them, and an address always names the same place in the same docs.
 */
export function directPages(parts: AgentParts): DirectRoute {
  const { current, preference } = parts;
  return {
    route: PAGE_ROUTE,
    take({ method, url = "" }, header) {
      const place = method === "GET" ? current().places.get(url) : undefined;
      if (!place || !preference.prefersMarkdown(place, header("accept"))) return null;
      return {
        path: place.address.path,
        reply: (_, client) => replyWith(place, { asker: { ...client, header }, parts }),
      };
    },
  };
}

/** Answers in Markdown. */
function replyWith(
  place: Place,
  { asker, parts }: { readonly asker: Asker; readonly parts: AgentParts },
): Replying {
  const { answers } = parts.current();
  const options = { ...asker, vary: place.form === "file" ? undefined : ("Accept" as const) };
  switch (place.kind) {
    case "page":
      return parts.reply(answers.page(place.doc), options);
    case "section":
      return parts.reply(answers.section(place.doc, place.anchor), options);
    case "missing-section":
      return missingSection(answers, place);
    case "moved":
      return movedPage(answers.addresses, place);
    case "gone":
      return gonePage(answers, place.address);
    case "missing":
      return missingPage(answers, place.address);
  }
}

/** Returns the path of a request's address, still percent-encoded. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}
