import { type Context, Hono, type HonoRequest } from "hono";
import type { Doc } from "../../../corpus/schema.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { createTurns } from "../../docs/execute/turns.ts";
import type { ReadHeader } from "../../docs/http/head.ts";
import type { Client, Replying } from "../../docs/http/replier.ts";
import { type Cut, toHead, toResponse } from "../../docs/http/reply.ts";
import type { ServerBindings } from "../../http/server.ts";
import { LLMS_FULL_PATH, LLMS_PATH } from "../llms-txt.ts";
import { type Answer, Answers, type AnswersOptions } from "./answers.ts";
import { findPlace, type Place } from "./find-place.ts";
import { gonePage, missingPage, missingSection } from "./missing.ts";
import { movedPage } from "./moved.ts";
import { createPreference } from "./preference.ts";
import { createAnswerReplier } from "./reply.ts";

/** Paths that are not those of other routes: any of them may be that of a page. */
export const PAGE_ROUTE = "/:slug{[^]+}";

/** Answers clients that prefer HTML. */
export interface BrowserPages {
  /** Answers with a page on its site, or in the reader. */
  doc(req: HonoRequest, doc: Doc): Promise<Response> | Response | null;
  /** Says that what was at the address has been removed for good. */
  gone(req: HonoRequest): Promise<Response>;
}

export interface AgentRoutesOptions extends Omit<AnswersOptions, "turns"> {
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly forBrowsers: BrowserPages;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

type Env = { Bindings: ServerBindings };

/** The routes that agents read, in two parts: those of pages come after all other routes. */
export interface AgentRoutes {
  readonly lists: Hono<Env>;
  readonly pages: Hono<Env>;
}

interface Asked extends Client {
  readonly header: ReadHeader;
}

/** Creates the routes of Markdown and llms.txt over the docs in use. */
export function createAgentRoutes(options: AgentRoutesOptions): AgentRoutes {
  const { docs, forBrowsers, onError } = options;
  const turns = createTurns();
  const reply = createAnswerReplier({ turns, onError });
  const { prefersMarkdown, prefersList } = createPreference();
  let current: Answers | undefined;

  /** The answers over the docs in use; those over earlier ones are dropped. */
  function answers(): Answers {
    const { corpus } = docs();
    if (current?.corpus !== corpus) current = new Answers(corpus, { ...options, turns });
    return current;
  }

  /** Answers in Markdown. */
  function replyWith(place: Place, asked: Asked): Replying {
    const all = answers();
    const vary = place.form === "file" ? undefined : "Accept";
    switch (place.kind) {
      case "page":
        return reply(all.page(place.doc), { ...asked, vary });
      case "section":
        return reply(all.section(place.doc, place.anchor), { ...asked, vary });
      case "missing-section":
        return missingSection(all, place);
      case "moved":
        return movedPage(all.addresses, place);
      case "gone":
        return gonePage(all, place.address);
      case "missing":
        return missingPage(all, place.address);
    }
  }

  const list = (context: Context<Env>, answer: Answer, vary?: "Accept") =>
    respond(context, reply(answer, { ...askedIn(context), vary }));

  const lists = new Hono<Env>();
  lists.get(LLMS_PATH, (context) => list(context, answers().list()));
  lists.get(LLMS_FULL_PATH, async (context) => list(context, await answers().full()));
  lists.get("/llms/:section{.+\\.txt}", (context) => {
    const name = context.req.param("section").slice(0, -".txt".length);
    const found = answers().sectionList(name);
    if (found) return list(context, found);
    return respond(context, missingPage(answers(), { path: context.req.path }));
  });
  lists.get("/", (context, next) =>
    prefersList(context.req.header("Accept")) ? list(context, answers().start(), "Accept") : next(),
  );

  const pages = new Hono<Env>();
  pages.get(PAGE_ROUTE, (context, next) => {
    const { req } = context;
    const address = { path: pathOf(req.raw.url), section: req.query("section") ?? null };
    const place = findPlace(answers(), address);
    if (prefersMarkdown(place, req.header("Accept"))) {
      return respond(context, replyWith(place, askedIn(context)));
    }
    if (place.kind === "gone") return forBrowsers.gone(req);
    return "doc" in place ? (forBrowsers.doc(req, place.doc) ?? next()) : next();
  });
  return { lists, pages };
}

function askedIn({ req }: Context<Env>): Asked {
  const { signal } = req.raw;
  return { header: (name) => req.header(name), isGone: () => signal.aborted };
}

async function respond({ req, env }: Context<Env>, replying: Replying): Promise<Response> {
  const reply = await replying;
  return req.method === "HEAD" ? toHead(reply) : toResponse(reply, cutOf(env));
}

/** Returns the path of a request's address, still percent-encoded. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Returns the function that closes the connection; only docgate's own server has one. */
function cutOf(env: Partial<ServerBindings> | undefined): Cut | undefined {
  const outgoing = env?.outgoing;
  return outgoing && (() => void outgoing.destroy());
}
