/**
 * Handles most requests directly from node:http: without `Request`, `Response` and middleware. It
 * leaves the others to the app, and both send the same answers: after a change, run `npx vitest run
 * --project unit test/runtime/docs/http/node-handler test/runtime/agents/http/direct-pages`, which
 * sends each request both ways. It cuts the CPU time of a cached answer to a third (`npm run bench --
 * --requests`, repeated), and that of a page's Markdown to half (`--agents`).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { RequestWatch, WatchedRequest } from "../../http/observer.ts";
import { readIncoming } from "../../http/read-body.ts";
import type { ReadHeader } from "./head.ts";
import type { Client, Replying } from "./replier.ts";
import { HUNG_UP, isSending, type Reply } from "./reply.ts";
import type { Sending } from "./sending.ts";
import { createWriteBatch } from "./write-batch.ts";

/** @returns true if the request was taken; otherwise it is untouched */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A route of the app whose requests can be answered without it. */
export interface DirectRoute {
  /** Its pattern, for observers. */
  readonly route: string;
  /**
   * Reads the head of a request.
   *
   * @returns null to leave it to the app, as for a body of unknown length
   */
  readonly take: (request: IncomingMessage, header: ReadHeader) => DirectAnswer | null;
}

export interface DirectAnswer {
  /** Path of the request, percent-encoded. */
  readonly path: string;
  /** @param body Of a POST; empty for a GET. */
  reply(body: string, client: Client): Replying;
}

export interface NodeHandlerOptions {
  readonly routes: readonly DirectRoute[];
  /** Observes the requests that are taken. */
  readonly watch?: RequestWatch | undefined;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** Returns the reply for such an error. */
  readonly failureAt: (path: string) => Reply;
}

/** Clients use few different names for this server. */
const KEPT_HOSTS = 200;

const UTF8 = new TextDecoder();

/** Serves requests whose heads are unambiguous. */
export function createNodeHandler(options: NodeHandlerOptions): NodeHandler {
  const { routes, watch, onError, failureAt } = options;
  const isPlainHost = rememberHosts();
  const writeSoon = createWriteBatch();

  /** True if no header is repeated and Host is a plain host name. */
  function isPlain({ headers, rawHeaders }: IncomingMessage): boolean {
    return isPlainHost(headers.host ?? "") && Object.keys(headers).length * 2 === rawHeaders.length;
  }

  function send(response: ServerResponse, { route, path, reply, watched }: Asked): void {
    const finish = ({ status, headers, body }: Reply) => {
      watched?.end({ route, status });
      if (!isSending(body)) writeSoon(response, { status, headers, body });
      // The error has already been reported.
      else writeParts(response, { status, headers, body }).catch(() => response.destroy());
    };
    const fail = (error: unknown) => {
      onError(error);
      finish(failureAt(path));
    };
    const start = () => {
      let replying: Replying;
      try {
        replying = reply();
      } catch (error) {
        fail(error);
        return;
      }
      if (replying instanceof Promise) replying.then(finish, fail);
      else finish(replying);
    };
    if (watched) watched.run(start);
    else start();
  }

  return (request, response) => {
    const header = (name: string) => request.headers[name] as string | undefined;
    for (const { route, take } of routes) {
      const answer = take(request, header);
      if (answer === null) continue;
      if (!isPlain(request)) return false;
      const { path } = answer;
      const { method, socket } = request;
      const watched = watch?.begin({ method: method!, path, header });
      const client = { isGone: () => socket.destroyed || socket.writableEnded };
      if (method === "GET") {
        send(response, { route, path, reply: () => answer.reply("", client), watched });
      } else {
        readIncoming(request, (body) => {
          const reply = () => (body === null ? HUNG_UP : answer.reply(UTF8.decode(body), client));
          send(response, { route, path, reply, watched });
        });
      }
      return true;
    }
    return false;
  };
}

interface Asked extends Pick<DirectRoute, "route">, Pick<DirectAnswer, "path"> {
  readonly reply: () => Replying;
  readonly watched: WatchedRequest | undefined;
}

/** Checks that a URL made from a Host header has the same host; remembers the result. */
function rememberHosts(): (host: string) => boolean {
  const known = new LRUCache<string, boolean>({ max: KEPT_HOSTS });
  return (host) => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const url = `http://${host}`;
    const isPlain = URL.canParse(url) && new URL(url).host === host;
    known.set(host, isPlain);
    return isPlain;
  };
}

/** Writes a part only after the client has taken most of the previous ones. */
async function writeParts(
  response: ServerResponse,
  { status, headers, body }: Reply & { readonly body: Sending },
): Promise<void> {
  const length = body.length === undefined ? {} : { "Content-Length": body.length };
  response.writeHead(status, { ...headers, ...length });
  body.onStall(() => response.destroy());
  response.once("close", body.end);
  try {
    for (let part = await body.next(); part !== null; part = await body.next()) {
      if (!response.write(part)) await drained(response);
    }
  } finally {
    body.end();
  }
  response.end();
}

/** Also resolves once the client has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}
