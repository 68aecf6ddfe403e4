import { type Context, Hono, type HonoRequest } from "hono";
import type { Doc } from "../../../corpus/schema.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { createTurns } from "../../docs/execute/turns.ts";
import type { Cut } from "../../docs/http/reply.ts";
import { chooseType } from "../../http/negotiation.ts";
import { rememberChoice } from "../../http/remember-choice.ts";
import type { ServerBindings } from "../../http/server.ts";
import { LLMS_FULL_PATH, LLMS_PATH } from "../llms-txt.ts";
import { type Answer, Answers, type AnswersOptions } from "./answers.ts";
import { missingPage, missingSection } from "./missing.ts";
import { createReplier } from "./reply.ts";

const MARKDOWN = "text/markdown";
const HTML = "text/html";
const JSON_TYPE = "application/json";

/** Paths that are not those of other routes: any of them may be that of a page. */
export const PAGE_ROUTE = "/:slug{[^]+}";

export interface AgentRoutesOptions extends Omit<AnswersOptions, "turns"> {
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** Answers clients that prefer HTML: with the page on its site, or in the reader. */
  readonly forBrowsers: (req: HonoRequest, doc: Doc) => Promise<Response> | Response | null;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

type Env = { Bindings: ServerBindings };

/** The routes that agents read, in two parts: those of pages come after all other routes. */
export interface AgentRoutes {
  readonly lists: Hono<Env>;
  readonly pages: Hono<Env>;
}

/** Creates the routes of Markdown and llms.txt over the docs in use. */
export function createAgentRoutes(options: AgentRoutesOptions): AgentRoutes {
  const { docs, forBrowsers, onError } = options;
  const turns = createTurns();
  const reply = createReplier({ turns, onError });
  const typeOfPage = rememberChoice((accept) => chooseType(accept, [HTML, MARKDOWN]));
  const typeOfFile = rememberChoice((accept) => chooseType(accept, [MARKDOWN, HTML]));
  const typeOfMissing = rememberChoice((accept) => chooseType(accept, [JSON_TYPE, HTML, MARKDOWN]));
  let current: Answers | undefined;

  /** The answers over the docs in use; those over earlier ones are dropped. */
  function answers(): Answers {
    const { corpus } = docs();
    if (current?.corpus !== corpus) current = new Answers(corpus, { ...options, turns });
    return current;
  }

  function send({ req, env }: Context<Env>, answer: Answer, vary?: "Accept"): Promise<Response> {
    return reply(answer, { request: req.raw, cut: cutOf(env), ...(vary && { vary }) });
  }

  const lists = new Hono<Env>();
  lists.get(LLMS_PATH, (context) => send(context, answers().list()));
  lists.get(LLMS_FULL_PATH, async (context) => send(context, await answers().full()));
  lists.get("/llms/:section{.+\\.txt}", (context) => {
    const name = context.req.param("section").slice(0, -".txt".length);
    const list = answers().sectionList(name);
    return list ? send(context, list) : missingPage(answers(), context.req.path);
  });
  lists.get("/", (context, next) => {
    const accepted = typeOfMissing(context.req.header("Accept") ?? "");
    return accepted === MARKDOWN ? send(context, answers().start(), "Accept") : next();
  });

  const pages = new Hono<Env>();
  pages.get(PAGE_ROUTE, (context, next) => {
    const { req } = context;
    const all = answers();
    const { finder } = all.addresses;
    const path = pathOf(req.raw.url);
    const accept = req.header("Accept") ?? "";

    const isFile = path.endsWith(".md");
    const whole = isFile ? finder.find(path.slice(0, -".md".length)) : undefined;
    const doc = (whole ?? finder.find(path))?.doc;
    if (doc === undefined) {
      const isMarkdown = isFile || typeOfMissing(accept) === MARKDOWN;
      return isMarkdown ? missingPage(all, path) : next();
    }
    // The name of a page may itself end in `.md`.
    if (whole === undefined && (isFile ? typeOfFile : typeOfPage)(accept) === HTML) {
      return forBrowsers(req, doc) ?? next();
    }
    const vary = whole === undefined ? "Accept" : undefined;
    const anchor = req.query("section");
    if (anchor === undefined) return send(context, all.page(doc), vary);
    const section = all.section(doc, anchor);
    return section ? send(context, section, vary) : missingSection(all, { doc, anchor });
  });
  return { lists, pages };
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
