import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { ENDPOINT } from "../docs/execute/queries.ts";
import { badRequest, clientOf, type Env, refuse, respond, toResponse } from "../docs/http/reply.ts";
import type { Transport } from "../docs/http/transport.ts";
import { readBody } from "../http/read-body.ts";
import type { Pages } from "./pages/pages.ts";

/** Larger request bodies are answered 413. */
const MAX_BODY_BYTES = 2 ** 20;

/** Creates the GraphQL endpoint, which is the explorer for browsers. */
export function createGraphqlRoutes(transport: Transport, pages: Pages): Hono<Env> {
  // Answers themselves allow any page to read them; this answers preflight requests.
  const preflight = cors({ origin: "*", allowMethods: ["GET", "POST"] });

  function answerGet(context: Context<Env>): Response | Promise<Response> {
    const { req } = context;
    const reply = transport.get(searchOf(req.url), clientOf(context));
    return reply === null ? pages.app("explorer", req) : respond(context, reply);
  }

  async function answerPost(context: Context<Env>): Promise<Response> {
    const body = await readBody(context.req.raw, MAX_BODY_BYTES);
    if (body === null) return refuseBody();
    return respond(context, transport.post(UTF8.decode(body), clientOf(context)));
  }

  // Hono composes a chain of handlers for each request that more than one route matches.
  return new Hono<Env>().all(ENDPOINT, (context, next) => {
    switch (context.req.method) {
      case "GET":
      case "HEAD":
        return answerGet(context);
      case "POST":
        return answerPost(context);
      case "OPTIONS":
        return preflight(context, next) as Promise<Response>;
      default:
        return refuseMethod();
    }
  });
}

const UTF8 = new TextDecoder();

/** Returns the query string of an address, with its question mark. */
function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 || url.includes("#") ? new URL(url).search : url.slice(start);
}

function refuseMethod(): Response {
  const error = badRequest("The method must be GET or POST.");
  const headers = { Allow: "GET, HEAD, POST, OPTIONS" };
  return toResponse(refuse(error, { status: 405, headers }));
}

function refuseBody(): Response {
  const error = badRequest(`The body must not exceed ${MAX_BODY_BYTES} bytes.`);
  // The rest of the body is not read, so the connection cannot be used again.
  return toResponse(refuse(error, { status: 413, headers: { Connection: "close" } }));
}
