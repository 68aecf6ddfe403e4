import { Hono } from "hono";
import { cors } from "hono/cors";
import { ENDPOINT } from "../docs/execute/queries.ts";
import type { Client } from "../docs/http/replier.ts";
import { badRequest, type Cut, refuse, toHead, toResponse } from "../docs/http/reply.ts";
import type { Transport } from "../docs/http/transport.ts";
import { readBody } from "../http/read-body.ts";
import type { ServerBindings } from "../http/server.ts";
import type { Pages } from "./pages/pages.ts";

/** Larger request bodies are answered 413. */
export const MAX_BODY_BYTES = 2 ** 20;

/** Creates the GraphQL endpoint, which is the explorer for browsers. */
export function createGraphqlRoutes(
  transport: Transport,
  pages: Pages,
): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();
  // Answers themselves allow any page to read them; this answers preflight requests.
  app.options(ENDPOINT, cors({ origin: "*", allowMethods: ["GET", "POST"] }));
  app.get(ENDPOINT, async ({ req, env }) => {
    const answer = transport.get((name) => req.header(name));
    if (answer === null) return pages.app("explorer", req);
    const reply = await (typeof answer === "function"
      ? answer(new URL(req.url).search, clientOf(req.raw))
      : answer);
    return req.method === "HEAD" ? toHead(reply) : toResponse(reply, cutOf(env));
  });
  app.post(ENDPOINT, async ({ req, env }) => {
    const body = await readBody(req.raw, MAX_BODY_BYTES);
    if (body === null) return refuseBody();
    const answer = transport.post((name) => req.header(name));
    const reply = await (typeof answer === "function"
      ? answer(new TextDecoder().decode(body), clientOf(req.raw))
      : answer);
    return toResponse(reply, cutOf(env));
  });
  app.all(ENDPOINT, () => {
    const error = badRequest("The method must be GET or POST.");
    return toResponse(
      refuse(error, { status: 405, headers: { Allow: "GET, HEAD, POST, OPTIONS" } }),
    );
  });
  return app;
}

/** Returns the function that closes the connection; only docgate's own server has one. */
function cutOf(env: Partial<ServerBindings> | undefined): Cut | undefined {
  const outgoing = env?.outgoing;
  return outgoing && (() => void outgoing.destroy());
}

function clientOf({ signal }: Request): Client {
  return { isGone: () => signal.aborted };
}

function refuseBody(): Response {
  const error = badRequest(`The body must not exceed ${MAX_BODY_BYTES} bytes.`);
  // The rest of the body is not read, so the connection cannot be used again.
  return toResponse(refuse(error, { status: 413, headers: { Connection: "close" } }));
}
