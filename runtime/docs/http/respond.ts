import type { Context } from "hono";
import type { ServerBindings } from "../../http/server.ts";
import type { Client } from "./replier.ts";
import type { Reply, Replying } from "./reply.ts";
import type { Sending } from "./sending.ts";

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

/** Returns true if a body is sent in parts. */
function isSending(body: Reply["body"]): body is Sending {
  return body !== null && typeof body === "object" && "next" in body;
}

/** Disconnects a client. */
type Cut = () => void;

/**
 * Converts a reply for servers that use `fetch`.
 *
 * @param cut Called for a client that does not read. Default: the body fails.
 */
export function toResponse({ status, headers, body }: Reply, cut?: Cut): Response {
  if (!isSending(body)) return new Response(body, { status, headers });
  const length = body.length === undefined ? {} : { "Content-Length": String(body.length) };
  return new Response(toStream(body, cut), { status, headers: { ...headers, ...length } });
}

/** Converts a reply without its body; a long body is never written. */
function toHead({ status, headers, body }: Reply): Response {
  if (!isSending(body)) return toResponse({ status, headers, body });
  body.end();
  const length = body.length === undefined ? {} : { "Content-Length": String(body.length) };
  return new Response(null, { status, headers: { ...headers, ...length } });
}

function toStream(body: Sending, cut?: Cut): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      start(controller) {
        body.onStall(cut ?? (() => controller.error(new Error("The client does not read."))));
      },
      async pull(controller) {
        const part = await body.next();
        if (part !== null) {
          controller.enqueue(part);
          return;
        }
        controller.close();
      },
      cancel: () => body.end(),
    },
    { highWaterMark: 0 },
  );
}
