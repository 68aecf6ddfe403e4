import type { Context } from "hono";
import type { ServerBindings } from "../../http/server.ts";
import type { Client } from "./replier.ts";
import { type Cut, type Reply, type Replying, toHead, toResponse } from "./reply.ts";

export type Env = { Bindings: ServerBindings };

/** Returns the client of a request. */
export function clientOf({ req }: Context<Env>): Client {
  return {
    header: (name) => req.header(name),
    // Read only by work that takes long: the adapter makes the signal when it is first read.
    isGone: () => req.raw.signal.aborted,
  };
}

/** Sends a reply through Hono: to HEAD without its body. */
export function respond(
  { req, env }: Context<Env>,
  replying: Replying,
): Response | Promise<Response> {
  const send = (reply: Reply) =>
    req.method === "HEAD" ? toHead(reply) : toResponse(reply, cutOf(env));
  return replying instanceof Promise ? replying.then(send) : send(replying);
}

/** Returns the function that closes the connection; only docgate's own server has one. */
function cutOf(env: Partial<ServerBindings> | undefined): Cut | undefined {
  const outgoing = env?.outgoing;
  return outgoing && (() => void outgoing.destroy());
}
