import type { Context } from "hono";
import type { ReadHeader } from "../../docs/http/head.ts";
import type { Client, Replying } from "../../docs/http/replier.ts";
import { type Cut, toHead, toResponse } from "../../docs/http/reply.ts";
import type { ServerBindings } from "../../http/server.ts";

export type Env = { Bindings: ServerBindings };

/** A client, and what decides how it is answered. */
export interface Asker extends Client {
  readonly header: ReadHeader;
}

export function askerIn({ req }: Context<Env>): Asker {
  const { signal } = req.raw;
  return { header: (name) => req.header(name), isGone: () => signal.aborted };
}

/** Sends a reply through Hono. */
export async function respond({ req, env }: Context<Env>, replying: Replying): Promise<Response> {
  const reply = await replying;
  return req.method === "HEAD" ? toHead(reply) : toResponse(reply, cutOf(env));
}

/** Returns the function that closes the connection; only docgate's own server has one. */
function cutOf(env: Partial<ServerBindings> | undefined): Cut | undefined {
  const outgoing = env?.outgoing;
  return outgoing && (() => void outgoing.destroy());
}
